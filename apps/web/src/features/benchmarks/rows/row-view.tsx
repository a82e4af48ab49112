import type { BenchmarkDetail, BenchmarkRow } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ChosenAsset } from "../../../shared/asset-picker/lazy-asset-picker.tsx";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import type { Offers } from "../benchmark.rules.ts";
import styles from "../dialogs/dialog.module.css";
import { assetKeys } from "./row-inputs.ts";

interface RowViewProps {
  task: BenchmarkDetail;
  row: BenchmarkRow;
  offers: Offers;
  onExclude: (row: BenchmarkRow) => void;
  onClose: () => void;
}

/** Read-only view of a row that can no longer be changed. */
export const RowView = ({ task, row, offers, onExclude, onClose }: RowViewProps) => {
  const { t } = useTranslation();
  const performers = useQuery(performersQuery);
  const assets = assetKeys(task.columns_list, performers.data?.items ?? []);
  return (
    <FormDialog
      title={row.label || t("benchmarks.rows.number", { row: row.index + 1 })}
      widthPx={600}
      onClose={onClose}
      footer={
        <>
          {offers.canExcludeRows ? (
            <Button onClick={() => onExclude(row)}>
              {t(row.is_excluded ? "benchmarks.rows.include" : "benchmarks.rows.exclude")}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.lead}>{t(task.is_mine ? "benchmarks.rows.frozen" : "benchmarks.readOnly")}</p>
        <dl className={styles.values}>
          {Object.entries(row.inputs).map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{assets.has(key) && value !== "" ? <ChosenAsset id={String(value)} /> : shortValue(value)}</dd>
            </div>
          ))}
          {row.category ? (
            <div>
              <dt>{t("benchmarks.rows.category")}</dt>
              <dd>{row.category}</dd>
            </div>
          ) : null}
          {row.excluded_reason === null ? null : (
            <div>
              <dt>{t("benchmarks.cell.status.Excluded")}</dt>
              <dd>{row.excluded_reason}</dd>
            </div>
          )}
          <div>
            <dt>{t("benchmarks.rows.weight")}</dt>
            <dd className="ds-number">{row.weight}</dd>
          </div>
        </dl>
      </div>
    </FormDialog>
  );
};
