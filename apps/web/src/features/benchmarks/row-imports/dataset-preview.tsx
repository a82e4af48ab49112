import type { RowInputSource } from "@dailies/contract";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { textOf } from "./dataset-choice.ts";
import type { DatasetImport, PreviewedSample } from "./use-dataset-import.ts";

interface DatasetPreviewProps {
  rows: DatasetImport;
  preview: PreviewedSample;
}

/** The first rows of the sample as the worker will make them. */
export const DatasetPreview = ({ rows, preview }: DatasetPreviewProps) => {
  const { t, i18n } = useTranslation();
  const { choice, setChoice, wanted } = rows;
  const readsClips = Object.values(preview.sources).some(({ from }) => from !== "column");
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  return (
    <>
      <p className={styles.lead} aria-live="polite">
        {t("benchmarks.import.dataset.found", {
          ...shown(wanted),
          total: formatCount(preview.total, i18n.language),
        })}{" "}
        {t(readsClips ? "benchmarks.import.dataset.background" : "benchmarks.import.dataset.backgroundText")}
      </p>
      <Checkbox
        checked={choice.skipsRepeated}
        onChange={({ target }) => setChoice({ ...choice, skipsRepeated: target.checked })}
      >
        {t("benchmarks.import.dataset.skipRepeated")}
      </Checkbox>
      <PreviewTable rows={rows} preview={preview} />
    </>
  );
};

const PreviewTable = ({ rows: { choice, inputs }, preview: { items, sources } }: DatasetPreviewProps) => {
  const { t } = useTranslation();
  const { categoryColumn } = choice;
  const filled = inputs.filter(({ key }) => sources[key]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <section className={styles.tableBox} tabIndex={0} aria-label={t("benchmarks.import.preview")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {filled.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {categoryColumn === undefined ? null : <th scope="col">{t("benchmarks.rows.category")}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.ordinal}>
              {filled.map(({ key }) => (
                <td key={key}>
                  <PreviewCell source={sources[key]} text={(column) => textOf(item, column)} itemKey={item.key} />
                </td>
              ))}
              {categoryColumn === undefined ? null : <td>{textOf(item, categoryColumn)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface PreviewCellProps {
  source: RowInputSource | undefined;
  text: (column: string) => string;
  itemKey: string;
}

const PreviewCell = ({ source, text, itemKey }: PreviewCellProps) => {
  const { t } = useTranslation();
  if (source?.from !== "column") {
    const words = source?.from === "clip" ? "benchmarks.import.dataset.clipOf" : "benchmarks.import.dataset.frameOf";
    return <span className={styles.hint}>{t(words, { key: itemKey })}</span>;
  }
  const words = text(source.column);
  return words === "" ? <span className={styles.fault}>{t("benchmarks.import.dataset.noText")}</span> : words;
};
