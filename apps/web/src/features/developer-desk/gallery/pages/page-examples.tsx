import { useSearchParams } from "react-router";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { Page } from "../../../../ui/page.tsx";
import { Example } from "../example.tsx";
import { SampleAction } from "../sample-action.tsx";

const TABS = [
  { key: "mine", title: "Mine", count: "12" },
  { key: "all", title: "All", count: "1,204" },
  { key: "archived", title: "Archived" },
] as const;

export const PageExamples = () => {
  const [params] = useSearchParams();
  const active = TABS.find((tab) => tab.key === params.get("sample_tab")) ?? TABS[0];
  const tabs = TABS.map((tab) => {
    const next = new URLSearchParams(params);
    next.set("sample_tab", tab.key);
    return { ...tab, to: `?${next}` };
  });
  return (
    <Example state="With an action and tabs" note="It names the browser tab as well.">
      <div className="gallery-card gallery-card-flush">
        <Page
          title="Sample tasks"
          about="A task compares models on the same prompts and ends with a decision."
          action={<SampleAction isPrimary>Create a task</SampleAction>}
          tabs={tabs}
          activeTab={active.key}
        >
          <EmptyState title={`Nothing under ${active.title}`}>The body of the page stands here.</EmptyState>
        </Page>
      </div>
    </Example>
  );
};
