import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { Example } from "../example.tsx";
import { SampleAction } from "../sample-action.tsx";

export const EmptyStateExamples = () => (
  <>
    <Example state="Never filled">
      <div className="gallery-card">
        <EmptyState title="No tasks yet" action={<SampleAction isPrimary>Create a task</SampleAction>}>
          A task compares models on the same prompts. Begin with a handful of prompts and two models.
        </EmptyState>
      </div>
    </Example>
    <Example state="Hidden by the filters">
      <div className="gallery-card">
        <EmptyState
          picture="lens"
          title="No task fits these filters"
          action={<SampleAction>Clear filters</SampleAction>}
        >
          There are 1,204 tasks without them.
        </EmptyState>
      </div>
    </Example>
    <Example state="Nothing to do here">
      <div className="gallery-card">
        <EmptyState title="Nothing waits for you">
          New evaluations appear here as soon as they are shared with you.
        </EmptyState>
      </div>
    </Example>
  </>
);
