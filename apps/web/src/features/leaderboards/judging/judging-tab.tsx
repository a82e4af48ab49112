import type { EvaluationDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { BlindedNotice } from "../blinded-notice.tsx";
import { hasStarted } from "../board.rules.ts";
import { Closing } from "./closing.tsx";
import { Gold } from "./gold.tsx";
import { Informed } from "./informed.tsx";
import { JudgementList } from "./judgement-list.tsx";
import styles from "./judging.module.css";
import { JudgingProgress } from "./judging-progress.tsx";
import { PlanForm } from "./plan-form.tsx";
import { Raters } from "./raters.tsx";

interface JudgingTabProps {
  evaluation: EvaluationDetail;
}

/** For the owner: the plan, the raters, the progress and every judgement. */
export const JudgingTab = ({ evaluation }: JudgingTabProps) =>
  hasStarted(evaluation) ? <Started evaluation={evaluation} /> : <NotStarted evaluation={evaluation} />;

const isListed = ({ is_blinded, is_mine, status }: EvaluationDetail): boolean =>
  !is_blinded && (is_mine || status === "Finished");

const Started = ({ evaluation }: JudgingTabProps) => (
  <div className={styles.judging}>
    {evaluation.is_blinded ? <BlindedNotice evaluation={evaluation} /> : null}
    <JudgingProgress evaluation={evaluation} />
    {evaluation.is_mine ? <Closing evaluation={evaluation} /> : null}
    {evaluation.is_mine ? <Raters evaluation={evaluation} /> : null}
    {evaluation.is_mine ? <Informed evaluation={evaluation} /> : null}
    {evaluation.is_mine && !evaluation.is_blinded ? <Gold evaluation={evaluation} /> : null}
    {isListed(evaluation) ? <JudgementList evaluation={evaluation} /> : null}
  </div>
);

const NotStarted = ({ evaluation }: JudgingTabProps) => {
  const { t } = useTranslation();
  if (!evaluation.is_mine) {
    return <EmptyState title={t("leaderboards.notStarted.title")}>{t("leaderboards.notStarted.hint")}</EmptyState>;
  }
  if (evaluation.kind === "Benchmark" && evaluation.status === "Init") {
    return <EmptyState title={t("leaderboards.notStarted.title")}>{t("leaderboards.notStarted.generate")}</EmptyState>;
  }
  return (
    <div className={styles.judging}>
      <PlanForm evaluation={evaluation} />
      {evaluation.plan ? <Raters evaluation={evaluation} /> : null}
    </div>
  );
};
