import type { DatasetColumn, DatasetRow } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { WordDiff } from "../../../../shared/word-diff/word-diff-text.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { cellOf } from "../value-words.ts";
import styles from "./drawer.module.css";
import { Part } from "./part.tsx";

const NAMED_SO = /caption|prompt|description/i;

interface Variant {
  readonly name: string;
  readonly words: string;
}

const isCaption = ({ name, type, role }: DatasetColumn): boolean =>
  type === "text" && (role === "caption" || NAMED_SO.test(name));

/** A dataset may contain the caption under its own column name and under ours. */
const variantsOf = (item: DatasetRow, columns: readonly DatasetColumn[]): Variant[] => {
  const found = columns.filter(isCaption).flatMap(({ name }) => {
    const words = cellOf(item, name);
    return typeof words === "string" && words !== "" ? [{ name, words }] : [];
  });
  return found.filter(({ words }, at) => found.findIndex((other) => other.words === words) === at);
};

/** All variants of the caption; the later ones show a diff against the first. */
export const CaptionVariants = ({ item }: { item: DatasetRow }) => {
  const { t } = useTranslation();
  const { dataset } = useBrowser();
  const [isDiff, setIsDiff] = useState(true);
  const [first, ...others] = variantsOf(item, dataset.columns);
  if (!first) return null;
  return (
    <Part title={t("datasetItems.drawer.captions", { count: others.length + 1 })}>
      {others.length > 0 ? (
        <label className={styles.diffChoice}>
          <input type="checkbox" checked={isDiff} onChange={({ target }) => setIsDiff(target.checked)} />
          {t("datasetItems.drawer.diff", { name: first.name })}
        </label>
      ) : null}
      <dl className={styles.captions}>
        <dt>{first.name}</dt>
        <dd>{first.words}</dd>
        {others.map(({ name, words }) => (
          <div key={name} className={styles.variant}>
            <dt>{name}</dt>
            <dd>{isDiff ? <WordDiff before={first.words} after={words} /> : words}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
};
