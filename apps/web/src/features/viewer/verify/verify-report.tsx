import type { VerifyRun } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress, type ProgressState } from "../../../ui/feedback/progress.tsx";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { isUnderWay, useCancelVerification, verificationQuery } from "../viewer.queries.ts";
import styles from "./verify.module.css";
import { VerifyFaults } from "./verify-faults.tsx";

const STATES: Readonly<Record<VerifyRun["status"], ProgressState>> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

interface VerifyReportProps {
  handle: string;
  id: string;
  onGo: (index: number) => void;
}

/** One verification, with progress. */
export const VerifyReport = ({ handle, id, onGo }: VerifyReportProps) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const found = useQuery(verificationQuery(id));
  const run = found.data;
  const isOver = run !== undefined && !isUnderWay(run.status);
  useEffect(() => {
    // Refresh the map and the broken samples with the findings.
    if (!isOver) return;
    void cache.invalidateQueries({ queryKey: ["viewer", handle, "map"] });
    void cache.invalidateQueries({ queryKey: ["viewer", handle, "verifications"] });
  }, [cache, handle, isOver]);

  if (found.error) return <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} />;
  if (!run) return <Skeleton rows={4} />;
  return (
    <section className={styles.report} aria-label={t("viewer.verify.report")}>
      {run.status === "Finished" && run.faults_total > 0 ? <FaultyEnd run={run} /> : <RunProgress run={run} />}
      {run.error === null ? null : <p className={styles.failed}>{run.error}</p>}
      <RunVerdict run={run} />
      <VerifyFaults faults={run.faults} total={run.faults_total} onGo={onGo} />
    </section>
  );
};

const MS = 1_000;

const RunProgress = ({ run }: { run: VerifyRun }) => {
  const { t } = useTranslation();
  const cancel = useCancelVerification();
  const elapsedS = (Date.now() - Date.parse(run.started_at)) / MS;
  return (
    <Progress
      label={t("viewer.verify.progress")}
      done={run.shards_done}
      total={run.shards_total}
      state={STATES[run.status]}
      ratePerSecond={run.shards_done > 0 && elapsedS > 1 ? run.shards_done / elapsedS : undefined}
      onCancel={() => cancel.mutate(run.id)}
      isCancelling={cancel.isPending}
    />
  );
};

/** All shards were verified, yet not all is well: neither "Done" in green nor "Failed". */
const FaultyEnd = ({ run }: { run: VerifyRun }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <>
      <p className={styles.end}>
        <span className={styles.endLabel}>{t("viewer.verify.progress")}</span>
        <StatusTag tone="error">{t("viewer.verify.faulty")}</StatusTag>
      </p>
      <ProgressTrack label={t("viewer.verify.progress")} done={run.shards_done} total={run.shards_total} tone="error" />
      <p className={`${styles.quiet} ds-number`}>
        {t("ui.progress.count", { done: count(run.shards_done), total: count(run.shards_total) })}
      </p>
    </>
  );
};

const toneOf = ({ faults_total, status }: VerifyRun): StatusTone => {
  if (faults_total > 0) return "error";
  return status === "Finished" ? "success" : "neutral";
};

const RunVerdict = ({ run }: { run: VerifyRun }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const read = t("viewer.verify.read", { bytes: formatBytes(run.bytes_read, i18n.language) });
  const isClean = run.faults_total === 0;
  const words = (): string => {
    if (!isClean) return t("viewer.verify.faults", { faults: count(run.faults_total) });
    return t(run.status === "Finished" ? "viewer.verify.clean" : "viewer.verify.cleanSoFar");
  };
  return (
    <p className={`${styles.verdict} ds-number`}>
      <StatusTag tone={toneOf(run)}>{words()}</StatusTag>
      <span className={styles.quiet}>{read}</span>
    </p>
  );
};
