import type { LabelPrefill, PrefillModel } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./prefill.module.css";
import { labelPrefillsQuery, useCancelPrefill } from "./prefill.queries.ts";

/** The imports and models of the task, newest first. */
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
      {file.model ? <ModelCounts model={file.model} /> : null}
      {file.status === "Uploading" ? null : (
        <p className="ds-number">
          {t(file.model ? "labelling.prefillModel.counts" : "labelling.prefill.counts", {
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

/** How much a model was asked, and what ended it. */
const ModelCounts = ({ model }: { model: PrefillModel }) => {
  const { t, i18n } = useTranslation();
  const { version, asked, cost, ended_by: endedBy } = model;
  const parts = [
    ...(version === "" ? [] : [t("labelling.prefillModel.version", { version })]),
    t("labelling.prefillModel.asked", { asked: formatCount(asked, i18n.language) }),
    ...(cost
      ? [t("labelling.prefillModel.cost", { cost: formatMicros(cost.amount_micros, cost.currency, i18n.language) })]
      : []),
    ...(endedBy ? [t(`labelling.prefillModel.ended.${endedBy}`)] : []),
  ];
  return <p className="ds-number">{parts.join(" · ")}</p>;
};

/** First the bytes of the file are read, then the items of the task are compared. */
const RunningFile = ({ file, onCancel, isCancelling }: RunningFileProps) => {
  const { t } = useTranslation();
  const { file_name: name, status, model } = file;
  if (model)
    return (
      <div className={styles.file}>
        <Progress
          label={t(status === "Waiting" ? "labelling.prefill.waiting" : "labelling.prefillModel.asking", { name })}
          done={model.asked}
          total={Math.min(model.max_items, file.items_total)}
          isUntimed
          onCancel={onCancel}
          isCancelling={isCancelling}
        />
        <ModelCounts model={model} />
        <WrongLines file={file} />
      </div>
    );
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

const WrongLines = ({ file: { faults, rows_wrong: wrong, model } }: { file: LabelPrefill }) => {
  const { t, i18n } = useTranslation();
  if (faults.length === 0) return null;
  const counted = { count: wrong, shown: formatCount(wrong, i18n.language) };
  const words = model ? t("labelling.prefillModel.wrong", counted) : t("labelling.prefill.wrong", counted);
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
              <th scope="col">{t(model ? "labelling.prefillModel.item" : "labelling.prefill.line")}</th>
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
