import type { BenchmarkRow } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import styles from "../dialogs/dialog.module.css";

interface RowViewProps {
  row: BenchmarkRow;
  isMine: boolean;
  onClose: () => void;
}

/** Read-only view of a row that can no longer be changed. */
export const RowView = ({ row, isMine, onClose }: RowViewProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={row.label || t("benchmarks.rows.number", { row: row.index + 1 })}
      widthPx={600}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <div className={styles.form}>
        <p className={styles.lead}>{t(isMine ? "benchmarks.rows.frozen" : "benchmarks.readOnly")}</p>
        <dl className={styles.values}>
          {Object.entries(row.inputs).map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{shortValue(value)}</dd>
            </div>
          ))}
          {row.category ? (
            <div>
              <dt>{t("benchmarks.rows.category")}</dt>
              <dd>{row.category}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t("benchmarks.rows.weight")}</dt>
            <dd className="ds-number">{row.weight}</dd>
          </div>
        </dl>
      </div>
    </FormDialog>
  );
};
