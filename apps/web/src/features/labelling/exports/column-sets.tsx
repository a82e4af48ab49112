import type { DatasetColumnSet } from "@dailies/contract";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { FileHash } from "./export-files.tsx";
import styles from "./exports.module.css";
import { labelSnapshotsQuery, useRemoveColumns } from "./exports.queries.ts";

/** The version of the dataset, with the labelled items chosen. */
const addressOfSet = ({ dataset_id: id, version, columns }: DatasetColumnSet): string => {
  const count = columns.find(({ encoding }) => encoding === "count");
  const where = count ? printPredicate({ field: count.name, op: "not_null" }) : "";
  return `${PATHS.dataset}?${new URLSearchParams({ id, version: String(version), ...(where !== "" && { where }) })}`;
};

/** The column sets that were made from a task, newest first. */
export const ColumnSets = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelSnapshotsQuery(taskId));
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLine width="60%" />;
  if (data.items.length === 0) return <p className={styles.quiet}>{t("labelling.columns.none")}</p>;
  return data.items.map((set) => <SetRow key={set.id} set={set} />);
};

const SetRow = ({ set }: { set: DatasetColumnSet }) => {
  const { t, i18n } = useTranslation();
  const [isRemoving, setIsRemoving] = useState(false);
  const shown = formatCount(set.rows_done, i18n.language);
  return (
    <div>
      <div className={styles.row}>
        {set.status === "Finished" ? (
          <Link to={addressOfSet(set)}>{t("labelling.columns.open", { name: set.name, version: set.version })}</Link>
        ) : (
          <SetProgress set={set} />
        )}
        <Button danger size="small" onClick={() => setIsRemoving(true)}>
          {t("labelling.columns.remove")}
        </Button>
      </div>
      <div className={styles.facts}>
        <span className="ds-number">{t("labelling.columns.rows", { count: set.rows_done, shown })}</span>
        <span>{t(`labelling.columns.answer.${set.answers}`)}</span>
        <span>
          {t("labelling.exports.ofTime")} <Time at={set.as_of} />
        </span>
        <FileHash sha256={set.sha256} />
      </div>
      {isRemoving ? <RemoveDialog set={set} onClose={() => setIsRemoving(false)} /> : null}
    </div>
  );
};

const SetProgress = ({ set }: { set: DatasetColumnSet }) => {
  const { t } = useTranslation();
  const isOver = set.status === "Failed" || set.status === "Cancelled";
  return (
    <div>
      <Progress
        label={t("labelling.columns.writing", { name: set.name })}
        done={set.rows_done}
        state={isOver ? "failed" : "running"}
        isUntimed
      />
      {set.error === null ? null : <p className={styles.fault}>{set.error}</p>}
    </div>
  );
};

const RemoveDialog = ({ set, onClose }: { set: DatasetColumnSet; onClose: () => void }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useRemoveColumns(set.task_id);
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("labelling.columns.removeTitle", { name: set.name })}
      effect={t("labelling.columns.removeEffect", { version: set.version })}
      action={t("labelling.columns.removeAction")}
      onConfirm={() => mutateAsync(set.id)}
      onClose={onClose}
    />
  );
};
