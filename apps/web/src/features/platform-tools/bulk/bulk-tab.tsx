import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnansweredStrip } from "../../../shared/idempotency/unanswered-strip.tsx";
import { StepLine } from "../../../ui/feedback/step-line.tsx";
import { formatCount } from "../../../ui/format.ts";
import { type BulkDraft, EnterStep } from "./enter-step.tsx";
import { PreviewStep } from "./preview-step.tsx";
import { ReportStep } from "./report-step.tsx";
import { type Bulk, useBulk } from "./use-bulk.ts";

const STEPS = ["enter", "preview", "report"] as const satisfies readonly Bulk["step"]["at"][];

/** Grants credits to many users: nothing is granted before the preview was confirmed. */
export const BulkTab = () => {
  const { t, i18n } = useTranslation();
  const bulk = useBulk();
  const [draft, setDraft] = useState<BulkDraft>({});
  const [sentText, setSentText] = useState<string>();
  const { step, once } = bulk;
  const startOver = (): void => {
    setDraft({});
    bulk.back();
  };
  // The outcome is unknown: with another idempotency key the same lines could be granted twice.
  const setAside = (): void => {
    setSentText(draft.text);
    bulk.back();
    once.giveUp();
  };
  const isUnsure = once.unanswered !== undefined;
  return (
    <>
      <UnansweredStrip
        once={{ ...once, giveUp: setAside }}
        words={({ lines }) =>
          t("tools.bulk.unanswered", { count: lines.length, shown: formatCount(lines.length, i18n.language) })
        }
      />
      <StepLine steps={STEPS} at={step.at} nameOf={(name) => t(`tools.bulk.steps.${name}`)} />
      {step.at === "enter" && !isUnsure ? (
        <EnterStep bulk={bulk} draft={draft} sentText={sentText} onDraft={setDraft} />
      ) : null}
      {step.at === "preview" ? <PreviewStep {...step} bulk={bulk} onGranted={() => setSentText(draft.text)} /> : null}
      {step.at === "report" ? <ReportStep lines={step.lines} onAgain={startOver} /> : null}
    </>
  );
};
