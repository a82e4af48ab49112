import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Picks } from "../compare/use-picks.ts";
import { useSource } from "../list/item-source.ts";
import { useAnchor } from "../list/use-anchor.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./grid.module.css";
import { ItemTile, type TileLook } from "./item-tile.tsx";
import { useGridInput } from "./use-grid-input.ts";
import { useTileRows } from "./use-tile-rows.ts";

const useLook = (): TileLook => {
  const { dataset, version, urlState } = useBrowser();
  const { id, uri } = dataset;
  const { order } = urlState.values;
  return useMemo(
    () => ({
      set: { id, version },
      root: `${uri.split("/").slice(0, 3).join("/")}/`,
      sortedBy: order.replace(/^-/, ""),
    }),
    [id, version, uri, order],
  );
};

interface ItemGridProps {
  picks: Picks;
  onOpen: (ordinal: number) => void;
}

/** Posters in rows; only those in sight are in the document. */
export const ItemGrid = ({ picks, onOpen }: ItemGridProps) => {
  const { t } = useTranslation();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const source = useSource();
  const { urlState } = useBrowser();
  const look = useLook();
  const { density, item: openOrdinal } = urlState.values;
  const { count } = source;
  const { columns, rows, heightPx, firstInSight, pageRows, scrollTo } = useTileRows({
    scroller,
    count,
    active,
    density,
  });
  const goTo = (index: number): void => {
    setActive(index);
    scrollTo(index);
  };
  const withItem = (act: (ordinal: number) => void) => (index: number) => {
    const found = source.itemAt(index);
    if (found) act(found.ordinal);
  };
  const input = useGridInput({
    count,
    columns,
    pageRows,
    active,
    goTo,
    onOpen: withItem(onOpen),
    onPick: withItem(picks.toggle),
  });
  useFollow(openOrdinal, goTo);
  useAnchor(firstInSight, (index) => scrollTo(index, "start"));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the tiles are laid out freely; a table would not let them.
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={t("datasetItems.list.name")}
      aria-rowcount={Math.ceil(count / columns)}
      aria-colcount={columns}
      aria-multiselectable="true"
      aria-activedescendant={active >= 0 ? `${gridId}-${active}` : undefined}
      className={styles.scroller}
      {...input}
    >
      <div role="presentation" className={styles.canvas} style={{ height: heightPx }}>
        {rows.map((row) => (
          <TileRow
            key={row.index}
            gridId={gridId}
            row={row}
            columns={columns}
            count={count}
            active={active}
            picked={picks.set}
            openOrdinal={openOrdinal}
            look={look}
          />
        ))}
      </div>
    </div>
  );
};

interface TileRowProps {
  gridId: string;
  row: { readonly index: number; readonly start: number };
  columns: number;
  count: number;
  active: number;
  picked: ReadonlySet<number>;
  openOrdinal: number | undefined;
  look: TileLook;
}

const TileRow = ({ gridId, row, columns, count, active, picked, openOrdinal, look }: TileRowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the tiles are laid out freely; a table would not let them.
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus.
  <div
    role="row"
    aria-rowindex={row.index + 1}
    className={styles.row}
    style={{
      transform: `translateY(${row.start}px)`,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    }}
  >
    {tilesOf(row.index, columns, count).map((index) => (
      <ItemTile
        key={index}
        id={`${gridId}-${index}`}
        index={index}
        column={index % columns}
        isActive={index === active}
        picked={picked}
        openOrdinal={openOrdinal}
        look={look}
      />
    ))}
  </div>
);

const tilesOf = (row: number, columns: number, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(columns, count - row * columns)) }, (_, at) => row * columns + at);

/** A neighbour opened from the drawer moves the grid along with it. */
const useFollow = (openOrdinal: number | undefined, goTo: (index: number) => void): void => {
  const source = useSource();
  const follow = useRef(goTo);
  follow.current = goTo;
  useEffect(() => {
    const index = openOrdinal === undefined ? undefined : source.indexOf(openOrdinal);
    if (index !== undefined) follow.current(index);
  }, [openOrdinal, source]);
};
