// biome-ignore-all lint/a11y/useSemanticElements: cells are positioned absolutely, which a table does not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and uses aria-activedescendant.
import type { BenchmarkColumn, BenchmarkRow } from "@dailies/contract";
import type { VirtualItem } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type CellAddress, type GridSize, readAddress, writeAddress } from "../cell-address.ts";
import { ColumnHead, nameOfColumn } from "./column-head.tsx";
import styles from "./grid.module.css";
import { CellView } from "./grid-cell.tsx";
import { RowHead } from "./row-head.tsx";
import { useGridInput } from "./use-grid-input.ts";
import { useGridStore } from "./use-grid-store.ts";
import { useGridWindow, useRecycledKeys } from "./use-grid-window.ts";
import type { Playing } from "./use-playing.ts";

interface GridViewProps {
  name: string;
  size: GridSize;
  columns: readonly BenchmarkColumn[];
  cursor: CellAddress | undefined;
  playing: Playing;
  chosen: readonly string[];
  coveredPx: number;
  scroller: RefObject<HTMLDivElement | null>;
  moveTo: (cell: CellAddress) => void;
  onOpen: (cell: CellAddress) => void;
  onCompare: (cell: CellAddress) => void;
  onOpenRow: (row: BenchmarkRow) => void;
  onExcludeRow: ((row: BenchmarkRow) => void) | undefined;
  onOpenColumn: (column: BenchmarkColumn) => void;
}

/** Virtualized grid with prompts as rows and performers as columns. */
export const GridView = (props: GridViewProps) => {
  const { name, size, columns, cursor, scroller } = props;
  const gridId = useId();
  const view = useGridWindow(scroller, size, cursor, props.coveredPx);
  const rowKeys = useRecycledKeys(view.rows);
  const columnKeys = useRecycledKeys(view.columns);
  const input = useGridInput({ ...props, pageRows: view.pageRows });
  useShownRows(view.range);
  useFollow(cursor, view.scrollTo, props.coveredPx);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={name}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 1}
      aria-activedescendant={cursor && `${gridId}-${cursor.row}-${cursor.col}`}
      className={styles.scroller}
      {...input}
    >
      <div
        role="presentation"
        className={styles.canvas}
        style={{ height: view.heightPx, width: view.widthPx, "--prompt": `${view.promptPx}px` } as CSSProperties}
      >
        <HeadRow {...props} items={view.columns} />
        {view.rows.map((row, place) => (
          <div
            key={rowKeys[place]}
            role="row"
            aria-rowindex={row.index + 2}
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <RowHead row={row.index} onOpen={props.onOpenRow} onExclude={props.onExcludeRow} />
            {view.columns.map(({ index, start }, at) => {
              const column = columns[index];
              return column ? (
                <CellView
                  key={columnKeys[at]}
                  id={`${gridId}-${row.index}-${index}`}
                  row={row.index}
                  col={index}
                  samples={size.samples}
                  leftPx={start}
                  column={nameOfColumn(column)}
                  {...stateOf(props, row.index, index)}
                />
              ) : null;
            })}
          </div>
        ))}
      </div>
    </div>
  );
};

const HeadRow = ({ columns, items, onOpenColumn }: GridViewProps & { items: readonly VirtualItem[] }) => {
  const { t } = useTranslation();
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        {t("benchmarks.rows.title")}
      </div>
      {items.map(({ index, start }) => {
        const column = columns[index];
        return column ? <ColumnHead key={column.id} column={column} leftPx={start} onOpen={onOpenColumn} /> : null;
      })}
    </div>
  );
};

/** The cursor, playback and comparison state of one cell, as primitives so that unaffected cells do not re-render. */
const stateOf = ({ cursor, playing, chosen }: GridViewProps, row: number, col: number) => {
  const isHere = (cell: CellAddress | undefined): cell is CellAddress => cell?.row === row && cell.col === col;
  const plays = playing.address === undefined ? undefined : readAddress(playing.address);
  const start = `${row}.${col}`;
  const compared = chosen
    .filter((address) => address === start || address.startsWith(`${start}.`))
    .map((address) => readAddress(address)?.sample)
    .join(" ");
  return {
    activeSample: isHere(cursor) ? cursor.sample : -1,
    playingSample: isHere(plays) ? plays.sample : -1,
    compared,
  };
};

const useShownRows = (range: { startIndex: number; endIndex: number } | null): void => {
  const store = useGridStore();
  const first = range?.startIndex ?? 0;
  const last = range?.endIndex ?? 0;
  useEffect(() => store.show(first, last), [store, first, last]);
};

/** Scrolls to a cell selected by keyboard, by a link or in the panel. */
const useFollow = (cursor: CellAddress | undefined, scrollTo: (cell: CellAddress) => void, coveredPx: number): void => {
  const latest = useRef(scrollTo);
  latest.current = scrollTo;
  const address = cursor && writeAddress(cursor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel that starts to cover the grid may cover the cell.
  useEffect(() => {
    const cell = address === undefined ? undefined : readAddress(address);
    if (cell) latest.current(cell);
  }, [address, coveredPx]);
};
