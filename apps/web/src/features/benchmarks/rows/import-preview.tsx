import type { importedRows } from "@dailies/contract";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { promptOf } from "../prompt-of.ts";

export type LineUnit = "line" | "entry";
export type CheckedRows = z.output<typeof importedRows>;

interface ImportPreviewProps {
  checked: CheckedRows;
  /** How the text is counted: by lines, or by entries of an array or a sample. */
  place: LineUnit;
  skipsRepeated: boolean;
  onSkipRepeated: (skips: boolean) => void;
  isBusy: boolean;
}

/** The rows that would be stored, and every line that failed to parse. */
export const ImportPreview = ({ checked, place, skipsRepeated, onSkipRepeated, isBusy }: ImportPreviewProps) => {
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
                <strong>{t(`benchmarks.import.${place}`, { line })}</strong> {message}
              </li>
            ))}
          </ul>
          {more_faults > 0 ? (
            <p className={styles.hint}>{t("benchmarks.import.faultsMore", shown(more_faults))}</p>
          ) : null}
        </section>
      ) : null}
      <p className={styles.lead}>{t("benchmarks.import.found", shown(rows))}</p>
      {checked.repeated > 0 ? (
        <>
          <Checkbox checked={skipsRepeated} disabled={isBusy} onChange={({ target }) => onSkipRepeated(target.checked)}>
            {t("benchmarks.import.skipRepeated", shown(checked.repeated))}
          </Checkbox>
          <RepeatedRows checked={checked} place={place} />
        </>
      ) : null}
      {checked.preview.length > 0 ? <PreviewTable checked={checked} /> : null}
    </>
  );
};

const RepeatedRows = ({ checked, place }: Pick<ImportPreviewProps, "checked" | "place">) => {
  const { t, i18n } = useTranslation();
  const { repeated, repeated_rows } = checked;
  const more = repeated - repeated_rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <section className={styles.quietBox} tabIndex={0} aria-label={t("benchmarks.import.repeated")}>
      <ul className={styles.faultList}>
        {repeated_rows.map(({ line, inputs, same_as_line }) => (
          <li key={line}>
            <strong>{t(`benchmarks.import.${place}`, { line })}</strong> {promptOf(inputs)}{" "}
            <span className={styles.hint}>
              {same_as_line === null
                ? t("benchmarks.import.inBenchmark")
                : t("benchmarks.import.sameAs", {
                    place: t(`benchmarks.import.${place}`, { line: same_as_line }),
                  })}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={styles.hint}>
          {t("benchmarks.import.faultsMore", { count: more, shown: formatCount(more, i18n.language) })}
        </p>
      ) : null}
    </section>
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
