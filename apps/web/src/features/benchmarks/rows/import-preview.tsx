import type { importedRows } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";

export type CheckedRows = z.output<typeof importedRows>;

/** The rows that would be stored, and every line that failed to parse. */
export const ImportPreview = ({ checked }: { checked: CheckedRows }) => {
  const { t, i18n } = useTranslation();
  const { rows, faults, more_faults } = checked;
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  return (
    <>
      {faults.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
        <section className={styles.faultBox} role="alert" tabIndex={0}>
          <h3 className={styles.faultTitle}>{t("benchmarks.import.faults", shown(faults.length + more_faults))}</h3>
          <ul className={styles.faultList}>
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <strong>{t("benchmarks.import.line", { line })}</strong> {message}
              </li>
            ))}
          </ul>
          {more_faults > 0 ? (
            <p className={styles.hint}>{t("benchmarks.import.faultsMore", shown(more_faults))}</p>
          ) : null}
        </section>
      ) : null}
      <p className={styles.lead}>{t("benchmarks.import.found", shown(rows))}</p>
      {checked.preview.length > 0 ? <PreviewTable checked={checked} /> : null}
    </>
  );
};

const PreviewTable = ({ checked: { preview, keys } }: { checked: CheckedRows }) => {
  const { t } = useTranslation();
  const hasLabel = preview.some(({ label }) => label !== "");
  const hasCategory = preview.some(({ category }) => category !== "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <section className={styles.tableBox} tabIndex={0} aria-label={t("benchmarks.import.preview")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {hasLabel ? <th scope="col">{t("benchmarks.rows.label")}</th> : null}
            {keys.map((key) => (
              <th key={key} scope="col">
                {key}
              </th>
            ))}
            {hasCategory ? <th scope="col">{t("benchmarks.rows.category")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {preview.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not stored yet are identified by their index.
            <tr key={place}>
              {hasLabel ? <td>{row.label}</td> : null}
              {keys.map((key) => {
                const value = row.inputs[key];
                return <td key={key}>{value === undefined ? "" : shortValue(value)}</td>;
              })}
              {hasCategory ? <td>{row.category}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
