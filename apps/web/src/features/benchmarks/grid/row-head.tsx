// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: same as for the cells.
import { StopOutlined, UndoOutlined } from "@ant-design/icons";
import type { BenchmarkRow } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { promptOf } from "../prompt-of.ts";
import styles from "./grid.module.css";
import { useRowAt } from "./use-grid-store.ts";

interface RowHeadProps {
  row: number;
  onOpen: (row: BenchmarkRow) => void;
  /** Absent when rows cannot be excluded. */
  onExclude: ((row: BenchmarkRow) => void) | undefined;
}

export const RowHead = memo(({ row, onOpen, onExclude }: RowHeadProps) => {
  const item = useRowAt(row);
  return (
    <div role="rowheader" aria-colindex={1} className={styles.rowHead} data-excluded={item?.is_excluded || undefined}>
      <span className={`${styles.rowNumber} ds-number`}>{row + 1}</span>
      {item ? <RowWords item={item} onOpen={onOpen} /> : <SkeletonLine width="80%" />}
      {item && onExclude ? <ExcludeButton item={item} onExclude={onExclude} /> : null}
    </div>
  );
});

const MOST_POSTERS = 2;

const RowWords = ({ item, onOpen }: { item: BenchmarkRow; onOpen: (row: BenchmarkRow) => void }) => {
  const { t } = useTranslation();
  const prompt = promptOf(item.inputs);
  const name = item.label || prompt || t("benchmarks.rows.number", { row: item.index + 1 });
  const posters = Object.entries(item.posters);
  return (
    <span className={styles.rowWords} data-pictured={posters.length > 0 || undefined}>
      {posters.length > 0 ? (
        <span className={styles.rowPosters}>
          {posters.slice(0, MOST_POSTERS).map(([key, poster]) => (
            <img
              key={key}
              className={styles.rowPoster}
              src={poster}
              alt={t("benchmarks.rows.poster", { input: key, row: item.index + 1 })}
              loading="lazy"
              decoding="async"
            />
          ))}
        </span>
      ) : null}
      <button type="button" className={styles.rowName} title={prompt} onClick={() => onOpen(item)}>
        {name}
      </button>
      {item.label && prompt ? <span className={styles.rowPrompt}>{prompt}</span> : null}
      <span className={styles.rowTags}>
        {item.category ? <span className={styles.rowTag}>{item.category}</span> : null}
        {item.weight === 1 ? null : (
          <span className={styles.rowTag}>{t("benchmarks.rows.weighs", { weight: item.weight })}</span>
        )}
        {item.is_excluded ? (
          <span className={styles.rowTag} data-tone="excluded" title={item.excluded_reason ?? undefined}>
            {t("benchmarks.cell.status.Excluded")}
          </span>
        ) : null}
      </span>
    </span>
  );
};

interface ExcludeButtonProps {
  item: BenchmarkRow;
  onExclude: (row: BenchmarkRow) => void;
}

const ExcludeButton = ({ item, onExclude }: ExcludeButtonProps) => {
  const { t } = useTranslation();
  const name = t(item.is_excluded ? "benchmarks.rows.includeNumber" : "benchmarks.rows.excludeNumber", {
    row: item.index + 1,
  });
  return (
    <button type="button" className={styles.rowAct} aria-label={name} title={name} onClick={() => onExclude(item)}>
      {item.is_excluded ? <UndoOutlined aria-hidden="true" /> : <StopOutlined aria-hidden="true" />}
    </button>
  );
};
