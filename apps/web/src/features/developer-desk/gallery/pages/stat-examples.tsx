import { Stat } from "../../../../ui/feedback/stat.tsx";
import { Example } from "../example.tsx";

export const StatExamples = () => (
  <>
    <Example state="Full">
      <div className="gallery-card gallery-row gallery-row-top">
        <Stat
          label="Wins of sample-model-a"
          value={61.24}
          digits={1}
          unit="%"
          halfWidth={2.1}
          n={1480}
          trend={{ delta: 3.4, since: "since version 2" }}
        />
        <Stat label="Clips ready" value={48_212} trend={{ delta: -120, since: "since yesterday" }} />
        <Stat
          label="Re-roll rate"
          value={4.2}
          digits={1}
          unit="%"
          n={2310}
          trend={{ delta: 0, since: "since yesterday" }}
        />
      </div>
    </Example>
    <Example state="Partial: one was not computed">
      <div className="gallery-card gallery-row gallery-row-top">
        <Stat label="Judgements" value={1204} />
        <Stat label="Fréchet video distance" />
      </div>
    </Example>
    <Example state="Loading">
      <div className="gallery-card gallery-row gallery-row-top">
        <Stat label="Judgements" isLoading />
        <Stat label="Clips ready" isLoading />
      </div>
    </Example>
  </>
);
