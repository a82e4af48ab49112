import { useState } from "react";
import { Progress, type ProgressState } from "../../../../ui/feedback/progress.tsx";
import { Example } from "../example.tsx";

export const ProgressExamples = () => {
  const [state, setState] = useState<ProgressState>("running");
  return (
    <>
      <Example state="Running, with a cancel">
        <div className="gallery-card">
          <Progress
            label="Packing of sample clips"
            done={31_204}
            total={48_000}
            ratePerSecond={41.6}
            state={state}
            onCancel={() => setState("cancelled")}
          />
        </div>
      </Example>
      <Example state="Slow: the rate is told per minute">
        <div className="gallery-card">
          <Progress label="Generation of 48 sample clips" done={44} total={48} ratePerSecond={0.035} />
        </div>
      </Example>
      <Example state="Loading: not counted yet">
        <div className="gallery-card">
          <Progress label="Import of sample files" done={312} />
        </div>
      </Example>
      <Example state="Ended">
        <div className="gallery-card gallery-column">
          <Progress label="Finished work" done={48} total={48} state="done" />
          <Progress label="Failed work" done={12} total={48} state="failed" />
        </div>
      </Example>
    </>
  );
};
