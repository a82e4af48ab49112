import { useQuery } from "@tanstack/react-query";
import { Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import { ColumnSets } from "./column-sets.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { ExportFiles } from "./export-files.tsx";
import { ExportForm } from "./export-form.tsx";
import styles from "./exports.module.css";

const TARGETS = ["file", "columns"] as const;

/** Labels as a file, or as columns of the dataset. */
export const ExportPanel = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const [target, setTarget] = useState<(typeof TARGETS)[number]>("file");
  return (
    <div className={styles.stack}>
      <Radio.Group
        aria-label={t("labelling.exports.target")}
        optionType="button"
        value={target}
        options={TARGETS.map((value) => ({ value, label: t(`labelling.exports.targets.${value}`) }))}
        onChange={(event) => setTarget(event.target.value as typeof target)}
      />
      {target === "file" ? (
        <>
          <ExportForm taskId={taskId} />
          <section className={styles.list} aria-label={t("labelling.exports.files")}>
            <ExportFiles taskId={taskId} />
          </section>
        </>
      ) : (
        <Columns taskId={taskId} />
      )}
    </div>
  );
};

const Columns = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  return (
    <>
      <ColumnsForm task={data} />
      <section className={styles.list} aria-label={t("labelling.columns.sets")}>
        <ColumnSets taskId={taskId} />
      </section>
    </>
  );
};
