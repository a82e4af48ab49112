import { type EvaluationItem, SKIP_REASONS } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { SkipDialog } from "../../../../shared/leased-work/components/skip-dialog.tsx";
import { Confirm } from "../../../../ui/feedback/confirm.tsx";
import { MarkDialog } from "../marks/mark-dialog.tsx";
import { slotsOf } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import type { JudgingViewState } from "./use-judging-view.ts";

interface JudgingDialogsProps {
  judging: Judging;
  item: EvaluationItem;
  viewState: JudgingViewState;
}

export const JudgingDialogs = ({ judging, item, viewState }: JudgingDialogsProps) => {
  const { t } = useTranslation();
  const { dialog, closeDialog } = viewState;
  if (dialog?.kind === "mark") {
    return (
      <MarkDialog
        slots={slotsOf(item)}
        start={dialog.start}
        onSave={(mark) => {
          viewState.addMark(mark);
          closeDialog();
        }}
        onClose={closeDialog}
      />
    );
  }
  if (dialog?.kind === "skip") {
    return (
      <SkipDialog
        reasons={SKIP_REASONS.map((value) => ({ value, label: t(`evaluations.skip.reasons.${value}`) }))}
        start={dialog.start}
        effect={t("evaluations.skip.effect")}
        onSkip={judging.skip}
        onClose={closeDialog}
      />
    );
  }
  return (
    <Confirm
      isOpen={dialog?.kind === "leave"}
      title={t("evaluations.leave.title")}
      effect={t("evaluations.leave.effect")}
      action={t("evaluations.leave.action")}
      onConfirm={async () => viewState.leave()}
      onClose={closeDialog}
    />
  );
};
