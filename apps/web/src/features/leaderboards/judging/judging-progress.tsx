import type { EvaluationDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./judging.module.css";

/** Judgements out of those needed, and ready clips out of all. */
export const JudgingProgress = ({ evaluation: { progress, status } }: { evaluation: EvaluationDetail }) => {
  const { t, i18n } = useTranslation();
  const { votes_done, votes_needed, clips_ready, clips_total, clips_failed } = progress;
  const isOver = status === "Finished";
  const allClips = clips_ready + clips_failed >= clips_total;
  return (
    <section className={styles.progress} aria-label={t("leaderboards.judging.progress")}>
      <Progress
        isUntimed
        label={t("leaderboards.judging.votes")}
        done={votes_done}
        total={votes_needed}
        state={isOver ? "done" : "running"}
      />
      <Progress
        isUntimed
        label={t("leaderboards.judging.clips")}
        done={clips_ready}
        total={clips_total}
        state={allClips ? "done" : "running"}
      />
      {clips_failed > 0 ? (
        <p className={styles.warning}>
          {t("leaderboards.judging.clipsFailed", {
            count: clips_failed,
            shown: formatCount(clips_failed, i18n.language),
          })}
        </p>
      ) : null}
    </section>
  );
};
