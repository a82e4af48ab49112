import type { ColumnRun } from "@dailies/contract";
import { Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useMeasureColumn } from "../shard.queries.ts";
import styles from "./map.module.css";
import type { Means } from "./use-means.ts";

interface MeanChoiceProps {
  means: Means;
  onChoose: (column: string) => void;
}

/** Chooses the column whose means colour the map. */
export const MeanChoice = ({ means: { columns, column }, onChoose }: MeanChoiceProps) => {
  const { t } = useTranslation();
  if (column === undefined) return null;
  return (
    <Select
      size="small"
      className={styles.column}
      aria-label={t("viewer.means.column")}
      showSearch
      value={column}
      options={columns.map((name) => ({ value: name, label: name }))}
      onChange={onChoose}
    />
  );
};

/** Starts the computation, and says how far it is. */
export const MeanProgress = ({ means }: { means: Means }) => {
  const { t } = useTranslation();
  const { column, query } = means;
  if (column === undefined) return <p className={styles.told}>{t("viewer.means.none")}</p>;
  if (query.error)
    return (
      <ErrorPanel isCompact title={t("viewer.means.failed")} error={query.error} onRetry={() => void query.refetch()} />
    );
  if (!query.data) return null;
  return <RunState key={column} handle={means.handle} column={column} run={query.data.run} />;
};

const RunState = ({ handle, column, run }: { handle: string; column: string; run: ColumnRun | null }) => {
  const { t, i18n } = useTranslation();
  const start = useMeasureColumn(handle);
  const count = (value: number): string => formatCount(value, i18n.language);
  if (run === null || run.status === "Failed")
    return (
      <div className={styles.compute}>
        <span>
          {run?.error == null ? t("viewer.means.hint", { column }) : t("viewer.means.stopped", { reason: run.error })}
        </span>
        <Button size="small" type="primary" loading={start.isPending} onClick={() => start.mutate(column)}>
          {t("viewer.means.compute")}
        </Button>
      </div>
    );
  if (run.status !== "Finished")
    return (
      <p className={`${styles.told} ds-number`} role="status">
        {t("viewer.means.progress", { done: count(run.shards_done), total: count(run.shards_total) })}
      </p>
    );
  return (
    <p className={`${styles.told} ds-number`}>{t("viewer.means.sampled", { samples: count(run.samples_per_shard) })}</p>
  );
};
