import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../../ui/format.ts";
import type { Judging } from "../state/use-judging.ts";
import { JudgementUndo } from "./judgement-undo.tsx";

/** Shown when there are no items left, for now or for good. */
export const NothingLeft = ({ judging: { queue, tell, undo, refill } }: { judging: Judging }) => {
  const { t, i18n } = useTranslation();
  const { clips_ready = 0, clips_total = 0, clips_failed = 0 } = queue.progress ?? {};
  const preparing = clips_total - clips_ready - clips_failed;
  return (
    <>
      <EmptyState
        title={t("evaluations.nothing.title")}
        action={
          <Button loading={refill.isClaiming} onClick={() => tell({ act: "lookAgain" })}>
            {t("evaluations.nothing.look")}
          </Button>
        }
      >
        {preparing > 0
          ? t("evaluations.nothing.preparing", { count: preparing, clips: formatCount(preparing, i18n.language) })
          : t("evaluations.nothing.hint")}
      </EmptyState>
      <JudgementUndo undo={undo} />
    </>
  );
};
