import type { ExportItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { Progress, type ProgressState } from "../../../ui/feedback/progress.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../exports.module.css";
import { exportQuery } from "../exports.queries.ts";
import { ExportActs } from "./export-acts.tsx";
import { namesOf } from "./export-columns.tsx";

interface ExportDetailProps {
  rows: readonly ExportItem[];
  detail: ReturnType<typeof useDetailParam>;
}

const STATES: Record<ExportItem["status"], ProgressState> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

/** One export: its progress and, if it failed, the reason and the remedy. */
export const ExportDetail = ({ rows, detail: { openId, move, close } }: ExportDetailProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...exportQuery(openId ?? ""), enabled: openId !== undefined });
  const index = rows.findIndex(({ id }) => id === openId);
  const step = (to: number): (() => void) | undefined => {
    const item = index < 0 ? undefined : rows[to];
    return item && (() => move(item.id));
  };
  return (
    <Detail
      isOpen={openId !== undefined}
      title={t("exports.detail.title")}
      onClose={close}
      onPrevious={step(index - 1)}
      onNext={step(index + 1)}
      position={index < 0 ? undefined : { index: index + 1, total: rows.length }}
      isLoading={data === undefined}
      error={data === undefined ? error : undefined}
      onRetry={() => void refetch()}
      footer={data ? <ExportActs item={data} /> : undefined}
    >
      {data ? <Facts item={data} /> : null}
    </Detail>
  );
};

const Facts = ({ item }: { item: ExportItem }) => {
  const { t, i18n } = useTranslation();
  const { rows_done, rows_total, status, error, target, bytes } = item;
  return (
    <div className={styles.fields}>
      <Progress
        label={t("exports.detail.progress")}
        done={rows_done}
        state={STATES[status]}
        {...(rows_total !== null && { total: rows_total })}
      />
      {error ? (
        <div role="alert" className={styles.fault}>
          <p className={styles.noteTitle}>{t("exports.detail.stopped")}</p>
          <p className={styles.noteWords}>{error.message}</p>
          <p className={styles.noteWords}>
            {t(error.is_retryable ? "exports.detail.resumeHelps" : "exports.detail.mendFirst")}
          </p>
        </div>
      ) : null}
      <dl className={styles.details}>
        <dt>{t("exports.list.tasks")}</dt>
        <dd>{namesOf(item)}</dd>
        <dt>{t("exports.what.rows")}</dt>
        <dd>{`${t(`exports.rows.${item.rows}`)} · ${t(`exports.aggregation.${item.aggregation}`)}`}</dd>
        <dt>{t("exports.what.media")}</dt>
        <dd>{t(`exports.media.${item.media}`)}</dd>
        <dt>{t("exports.where.title")}</dt>
        <dd>{target.kind === "lark" ? target.link : t(`exports.target.${target.kind}`)}</dd>
        {bytes === null ? null : (
          <>
            <dt>{t("exports.list.size")}</dt>
            <dd className="ds-number">{formatBytes(bytes, i18n.language)}</dd>
          </>
        )}
        <dt>{t("exports.list.created")}</dt>
        <dd>
          <Time at={item.created_at} />
        </dd>
      </dl>
    </div>
  );
};
