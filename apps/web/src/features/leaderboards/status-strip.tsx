import type { EvaluationDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import { hasStarted } from "./board.rules.ts";
import { gridQuery } from "./judging/judging.queries.ts";
import styles from "./leaderboards.module.css";

/** Judging progress, above every tab. */
export const StatusStrip = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t, i18n } = useTranslation();
  const { status, progress, template, closed, task_id } = evaluation;
  // Before judging starts the strip tells whether clips are still generated.
  const isGenerating = evaluation.kind === "Benchmark" && status === "Generating";
  const generated = useQuery({ ...gridQuery(task_id), enabled: isGenerating }).data?.progress;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <p className={styles.strip}>
      <TaskStatusTag status={status} progress={generated ?? null} />
      {hasStarted(evaluation) ? (
        <span className="ds-number">
          {t("leaderboards.strip.votes", { done: count(progress.votes_done), needed: count(progress.votes_needed) })}
        </span>
      ) : null}
      {template ? <span>{t("leaderboards.strip.template", template)}</span> : null}
      {closed ? (
        <span>
          {t("leaderboards.strip.closed", closed)} · <Time at={closed.at} />
        </span>
      ) : null}
    </p>
  );
};
