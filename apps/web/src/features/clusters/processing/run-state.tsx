import type { ProcessingRun, ProcessingStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../clusters.module.css";

const TONES: Readonly<Record<ProcessingStatus, StatusTone>> = {
  Waiting: "neutral",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "neutral",
};

/** The status, and what an unfinished run is doing. */
export const RunState = ({ run }: { run: Pick<ProcessingRun, "status" | "phase" | "is_cancelling" | "error"> }) => {
  const { t } = useTranslation();
  const words =
    run.phase === null ? t(`clusters.processing.status.${run.status}`) : t(`clusters.processing.phase.${run.phase}`);
  return (
    <span title={run.error ?? undefined}>
      <StatusTag tone={run.is_cancelling ? "warning" : TONES[run.status]}>
        {run.is_cancelling ? t("clusters.processing.cancelling") : words}
      </StatusTag>
    </span>
  );
};

export const RunProgress = ({ run, widthPx = 48 }: { run: ProcessingRun; widthPx?: number }) => {
  const { t, i18n } = useTranslation();
  if (run.parts_total === null) return <span className={styles.quiet}>{t("clusters.none")}</span>;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <span className={styles.progress}>
      <ProgressTrack
        label={t("clusters.job.progressOf", { name: run.name })}
        done={run.parts_done}
        total={run.parts_total}
        widthPx={widthPx}
      />
      <span className="ds-number">
        {t("clusters.processing.partsOf", { done: count(run.parts_done), total: count(run.parts_total) })}
      </span>
    </span>
  );
};
