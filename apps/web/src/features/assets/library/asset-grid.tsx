import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetTile } from "./asset-tile.tsx";
import styles from "./grid.module.css";
import type { Selection } from "./selection.ts";
import { usePages } from "./use-asset-pages.ts";
import { useGridInput } from "./use-grid-input.ts";
import { useTileRows } from "./use-tile-rows.ts";

interface AssetGridProps {
  total: number;
  selection: Selection;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

/** Tiles in rows; only those in sight are in the document. */
export const AssetGrid = ({ total, selection, openId, onOpen }: AssetGridProps) => {
  const { t } = useTranslation();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const pages = usePages();
  const { columns, rows, heightPx, pageRows, scrollTo } = useTileRows(scroller, total, active);
  const selectedIds = useMemo(() => new Set(selection.items.keys()), [selection.items]);
  const goTo = (index: number): void => {
    setActive(index);
    scrollTo(index);
  };
  const input = useGridInput({ pages, selection, total, columns, pageRows, active, goTo, onOpen });
  useFollow(openId, goTo);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the tiles are laid out freely; a table would not let them.
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={t("assets.list")}
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      aria-multiselectable="true"
      aria-activedescendant={active >= 0 ? `${gridId}-${active}` : undefined}
      className={styles.scroller}
      {...input}
    >
      <div role="presentation" className={styles.canvas} style={{ height: heightPx }}>
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus.
          <div
            key={row.index}
            role="row"
            aria-rowindex={row.index + 1}
            className={styles.row}
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {tilesOf(row.index, columns, total).map((index) => (
              <AssetTile
                key={index}
                id={`${gridId}-${index}`}
                index={index}
                column={index % columns}
                isActive={index === active}
                selectedIds={selectedIds}
                openId={openId}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};

const tilesOf = (row: number, columns: number, total: number): number[] =>
  Array.from({ length: Math.min(columns, total - row * columns) }, (_, at) => row * columns + at);

/** A neighbour opened from the drawer moves the grid along with it. */
const useFollow = (openId: string | undefined, goTo: (index: number) => void): void => {
  const pages = usePages();
  const follow = useRef(goTo);
  follow.current = goTo;
  useEffect(() => {
    const index = openId === undefined ? undefined : pages.indexOf(openId);
    if (index !== undefined) follow.current(index);
  }, [openId, pages]);
};
