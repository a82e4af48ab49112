import { Button } from "antd";
import { useState } from "react";
import { Confirm } from "../../../../ui/feedback/confirm.tsx";
import { Example } from "../example.tsx";
import { sampleFailure } from "../sample-failure.ts";

const SAMPLE_WORK_MS = 1200;

const pretendToWork = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SAMPLE_WORK_MS));

const pretendToFail = async (): Promise<void> => {
  await pretendToWork();
  throw sampleFailure();
};

export const ConfirmExamples = () => {
  const [open, setOpen] = useState<"plain" | "typed" | "failing">();
  const close = (): void => setOpen(undefined);
  return (
    <Example state="Plain, irreversible, failing" note="These dialogs act on nothing.">
      <div className="gallery-row">
        <Button onClick={() => setOpen("plain")}>Archive a sample</Button>
        <Button danger onClick={() => setOpen("typed")}>
          Delete a sample
        </Button>
        <Button onClick={() => setOpen("failing")}>Fail to archive a sample</Button>
      </div>
      <Confirm
        isOpen={open === "plain"}
        title="Archive Night drive?"
        effect="It leaves the list and can be brought back from the archive. Its 48 clips stay where they are."
        action="Archive Night drive"
        onConfirm={pretendToWork}
        onClose={close}
      />
      <Confirm
        isOpen={open === "typed"}
        title="Delete Night drive?"
        effect="Its 48 clips and 1,204 judgements are deleted with it."
        action="Delete Night drive"
        isDangerous
        typedName="Night drive"
        onConfirm={pretendToWork}
        onClose={close}
      />
      <Confirm
        isOpen={open === "failing"}
        title="Archive Night drive?"
        effect="It leaves the list and can be brought back from the archive."
        action="Archive Night drive"
        onConfirm={pretendToFail}
        onClose={close}
      />
    </Example>
  );
};
