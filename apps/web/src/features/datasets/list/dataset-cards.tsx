import type { DatasetSummary } from "@dailies/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTileRows } from "../../../ui/tile-grid/use-tile-rows.ts";
import { DatasetCard } from "./dataset-card.tsx";
import type { DatasetActs } from "./dataset-menu.tsx";
import styles from "./list.module.css";

const SIZES = { minWidthPx: 280, gapPx: 12, insetPx: 0, captionPx: 118 };

interface DatasetCardsProps {
  rows: readonly DatasetSummary[];
  acts: DatasetActs;
}

/** Datasets as virtualized cards. */
export const DatasetCards = ({ rows, acts }: DatasetCardsProps) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, rows: shown, heightPx } = useTileRows({ scroller, count: rows.length, sizes: SIZES });
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.canvas} aria-label={t("screens.dataset.title")} style={{ height: heightPx }}>
        {shown.map(({ index: row, start }) =>
          rows.slice(row * columns, (row + 1) * columns).map((dataset, column) => (
            <li
              key={dataset.id}
              aria-setsize={rows.length}
              aria-posinset={row * columns + column + 1}
              className={styles.cardPlace}
              style={{
                transform: `translateY(${start}px)`,
                left: `calc(12px + ${column} * (100% - 12px) / ${columns})`,
                width: `calc((100% - 12px) / ${columns} - 12px)`,
              }}
            >
              <DatasetCard dataset={dataset} acts={acts} />
            </li>
          )),
        )}
      </ul>
    </div>
  );
};
