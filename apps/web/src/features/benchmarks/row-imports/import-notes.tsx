import { CloseOutlined } from "@ant-design/icons";
import type { BenchmarkDetail, RowImport } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useStored } from "../../../ui/use-stored.ts";
import { isImporting, rowImportsQuery, useCancelRowImport } from "./dataset-source.queries.ts";
import styles from "./import-notes.module.css";

/** An outcome is news for a day. */
const SHOWN_MS = 24 * 3_600_000;

/** The progress of an import of rows, then its outcome until it is dismissed. Renders nothing without one. */
export const ImportNotes = ({ task }: { task: BenchmarkDetail }) => {
  const can = useCan();
  if (!can({ permission: "USE_VERSION_1_0", isInternalOnly: true })) return null;
  return <NewestImport task={task} />;
};

const NewestImport = ({ task }: { task: BenchmarkDetail }) => {
  const { t } = useTranslation();
  const { data } = useQuery(rowImportsQuery(task.id));
  const [dismissed, setDismissed] = useStored("row-import-dismissed", "");
  const cancel = useCancelRowImport(task.id);
  const newest = data?.items[0];
  useRefetchedGrid(task.id, newest);
  const now = useNow();
  if (!newest) return null;
  if (isImporting(newest)) {
    return (
      <div className={styles.note}>
        <Progress
          label={t("benchmarks.import.progress", { dataset: newest.dataset_name })}
          done={newest.items_done}
          {...(newest.items_total !== null && { total: newest.items_total })}
          isUntimed
          isCancelling={cancel.isPending}
          {...(task.is_mine && { onCancel: () => cancel.mutate(newest.id) })}
        />
      </div>
    );
  }
  const isNews = newest.finished_at !== null && now - Date.parse(newest.finished_at) < SHOWN_MS;
  if (!isNews || newest.status === "Cancelled" || dismissed === newest.id) return null;
  return <Outcome job={newest} onDismiss={() => setDismissed(newest.id)} />;
};

/** The live connection may be down, so the end of an import refetches the benchmark. */
const useRefetchedGrid = (taskId: string, newest: RowImport | undefined): void => {
  const cache = useQueryClient();
  const status = newest?.status;
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = status === "Finished" && before.current !== undefined && before.current !== "Finished";
    before.current = status;
    if (hasEnded) void cache.invalidateQueries({ queryKey: ["benchmarks", taskId] });
  }, [cache, taskId, status]);
};

const Outcome = ({ job, onDismiss }: { job: RowImport; onDismiss: () => void }) => {
  const { t, i18n } = useTranslation();
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  const isFailed = job.status === "Failed";
  const hasLeftOut = job.left_out.length > 0;
  const dataset = job.dataset_name;
  const endTone = hasLeftOut ? "warning" : "success";
  return (
    <section
      className={styles.outcome}
      data-tone={isFailed ? "error" : endTone}
      aria-label={t("benchmarks.import.outcome", { dataset })}
    >
      <div className={styles.words}>
        <p className={styles.line}>
          {isFailed
            ? t("benchmarks.import.failed", { dataset, reason: job.error ?? "" })
            : t("benchmarks.import.finished", { dataset, ...shown(job.rows_added) })}
          {job.rows_repeated > 0 ? ` ${t("benchmarks.import.repeatedLeftOut", shown(job.rows_repeated))}` : null}
        </p>
        {hasLeftOut ? (
          <ul className={styles.reasons}>
            {job.left_out.map(({ reason, items, keys }) => (
              <li key={reason}>
                {t("benchmarks.import.leftOut", { ...shown(items), reason })}{" "}
                <span className="ds-mono">{`${keys.join(", ")}${items > keys.length ? ", …" : ""}`}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <IconButton
        size="small"
        name={t("benchmarks.import.dismiss")}
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={onDismiss}
      />
    </section>
  );
};
