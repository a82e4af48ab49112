import type { EvaluationDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import { hasStarted } from "./board.rules.ts";
import styles from "./leaderboards.module.css";

/** Judging progress, above every tab. */
export const StatusStrip = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t, i18n } = useTranslation();
  const { status, progress, template, closed } = evaluation;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <p className={styles.strip}>
      <TaskStatusTag status={status} />
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
