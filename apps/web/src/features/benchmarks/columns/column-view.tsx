import type { BenchmarkColumn } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import styles from "../dialogs/dialog.module.css";
import { nameOfColumn } from "../grid/column-head.tsx";

interface ColumnViewProps {
  column: BenchmarkColumn;
  isMine: boolean;
  onClose: () => void;
}

/** Read-only view of a column that can no longer be changed. */
export const ColumnView = ({ column, isMine, onClose }: ColumnViewProps) => {
  const { t } = useTranslation();
  const params = Object.entries(column.params);
  return (
    <FormDialog
      title={t("benchmarks.columns.editTitle", { name: nameOfColumn(column) })}
      widthPx={600}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <div className={styles.form}>
        <p className={styles.lead}>{t(isMine ? "benchmarks.columns.frozen" : "benchmarks.readOnly")}</p>
        <dl className={styles.values}>
          <div>
            <dt>{t("benchmarks.columns.performer")}</dt>
            <dd>{column.performer_name}</dd>
          </div>
          {column.performer_version ? (
            <div>
              <dt>{t("benchmarks.columns.version")}</dt>
              <dd className="ds-mono">{column.performer_version}</dd>
            </div>
          ) : null}
          {params.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{shortValue(value)}</dd>
            </div>
          ))}
        </dl>
        {params.length === 0 ? <p className={styles.hint}>{t("benchmarks.columns.defaults")}</p> : null}
      </div>
    </FormDialog>
  );
};
