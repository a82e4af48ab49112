import type { EvaluationDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "./judging.module.css";
import { useClose, useReopen } from "./judging.queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Ends the judging before all judgements are in, or reopens it after it has ended. */
export const Closing = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t, i18n } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const close = useClose(evaluation.task_id);
  const reopen = useReopen(evaluation.task_id);
  const act = evaluation.status === "Finished" ? "reopen" : "close";
  const { votes_done, votes_needed } = evaluation.progress;
  const left = Math.max(0, votes_needed - votes_done);
  return (
    <div className={styles.line}>
      <Button onClick={() => setIsAsking(true)}>{t(`leaderboards.${act}.open`)}</Button>
      <span className={styles.quiet}>{t(`leaderboards.${act}.hint`)}</span>
      {isAsking ? (
        <ReasonDialog
          title={t(`leaderboards.${act}.title`, { name: evaluation.name })}
          effect={
            act === "close" && left > 0
              ? t("leaderboards.close.effectLeft", { count: left, shown: formatCount(left, i18n.language) })
              : t(`leaderboards.${act}.effect`)
          }
          action={t(`leaderboards.${act}.action`)}
          onAct={(reason) => (act === "close" ? close : reopen).mutateAsync(reason)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
};
