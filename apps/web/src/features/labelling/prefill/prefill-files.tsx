import type { LabelPrefill } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./prefill.module.css";
import { labelPrefillsQuery, useCancelPrefill } from "./prefill.queries.ts";

/** The imports of the task, newest first. */
export const PrefillFiles = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelPrefillsQuery(taskId));
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLine width="60%" />;
  if (data.items.length === 0) return <p className={styles.quiet}>{t("labelling.prefill.none")}</p>;
  return data.items.map((file) => <PrefillFile key={file.id} file={file} />);
};

const TONES: Record<LabelPrefill["status"], StatusTone> = {
  Uploading: "neutral",
  Waiting: "info",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "neutral",
};

const PrefillFile = ({ file }: { file: LabelPrefill }) => {
  const { t, i18n } = useTranslation();
  const { mutate, isPending } = useCancelPrefill(file.task_id);
  const count = (value: number): string => formatCount(value, i18n.language);
  if (file.status === "Waiting" || file.status === "Running")
    return <RunningFile file={file} onCancel={() => mutate(file.id)} isCancelling={isPending} />;
  return (
    <article className={styles.file} aria-label={file.file_name}>
      <div className={styles.head}>
        <span className={styles.name}>{file.file_name}</span>
        <StatusTag tone={TONES[file.status]}>{t(`labelling.prefill.status.${file.status}`)}</StatusTag>
        <span className={styles.quiet}>
          {file.created_by} · <Time at={file.finished_at ?? file.created_at} />
        </span>
        {file.status === "Uploading" ? (
          <Button size="small" loading={isPending} onClick={() => mutate(file.id)}>
            {t("ui.cancel")}
          </Button>
        ) : null}
      </div>
      {file.status === "Uploading" ? null : (
        <p className="ds-number">
          {t("labelling.prefill.counts", {
            applied: count(file.applied),
            skipped: count(file.skipped),
            wrong: count(file.rows_wrong),
          })}
        </p>
      )}
      {file.error === null ? null : <p className={styles.fault}>{file.error}</p>}
      <WrongLines file={file} />
    </article>
  );
};

interface RunningFileProps {
  file: LabelPrefill;
  onCancel: () => void;
  isCancelling: boolean;
}

/** First the bytes of the file are read, then the items of the task are compared. */
const RunningFile = ({ file, onCancel, isCancelling }: RunningFileProps) => {
  const { t } = useTranslation();
  const { file_name: name, status } = file;
  const isRead = file.bytes_read >= file.size_bytes;
  const label = isRead ? t("labelling.prefill.comparing", { name }) : t("labelling.prefill.reading", { name });
  return (
    <Progress
      label={status === "Waiting" ? t("labelling.prefill.waiting", { name }) : label}
      done={isRead ? file.items_read : file.rows_read}
      {...(isRead && { total: file.items_total })}
      isUntimed
      onCancel={onCancel}
      isCancelling={isCancelling}
    />
  );
};

const WrongLines = ({ file: { faults, rows_wrong: wrong } }: { file: LabelPrefill }) => {
  const { t, i18n } = useTranslation();
  if (faults.length === 0) return null;
  const words = t("labelling.prefill.wrong", { count: wrong, shown: formatCount(wrong, i18n.language) });
  return (
    <details>
      <summary>
        {words}
        {faults.length < wrong ? `, ${t("labelling.prefill.firstWrong", { count: faults.length })}` : ""}
      </summary>
      <div className={styles.faults}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("labelling.prefill.line")}</th>
              <th scope="col">{t("labelling.prefill.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {faults
              .toSorted((a, b) => a.line - b.line)
              .map(({ line, reason }) => (
                <tr key={line}>
                  <td className="ds-number">{formatCount(line, i18n.language)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
