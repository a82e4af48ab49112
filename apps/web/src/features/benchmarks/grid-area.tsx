import type { BenchmarkColumn, BenchmarkDetail, BenchmarkRow } from "@dailies/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLiveState } from "../../lib/live/live.ts";
import { useKey } from "../../lib/use-key.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { inFlightOf, type Offers, progressOf } from "./benchmark.rules.ts";
import styles from "./benchmarks.module.css";
import { BENCHMARKS_KEYS } from "./benchmarks.shortcuts.ts";
import type { CellAddress, GridSize } from "./cell-address.ts";
import { stepFrom } from "./cell-address.ts";
import type { Compare } from "./compare/use-compare.ts";
import { type CellDialog, CellDialogs } from "./dialogs/cell-dialogs.tsx";
import type { GridStore } from "./grid/grid-store.ts";
import { GridView } from "./grid/grid-view.tsx";
import { GridStoreContext, useCreateGridStore } from "./grid/use-grid-store.ts";
import { type Playing, usePlaying } from "./grid/use-playing.ts";
import { CellPanel } from "./panel/cell-panel.tsx";
import { CellWordsContext, useCellWords } from "./use-cell-words.ts";
import { type UrlState, useUrlState } from "./use-url-state.ts";

interface GridAreaProps {
  task: BenchmarkDetail;
  size: GridSize;
  offers: Offers;
  compare: Compare;
  onOpenRow: (row: BenchmarkRow) => void;
  onExcludeRow: (row: BenchmarkRow) => void;
  onOpenColumn: (column: BenchmarkColumn) => void;
}

const LEAST_POLL_MS = 3_000;

/** Must match the style sheet: in a narrow window the panel overlaps the grid. */
const PANEL_PX = 352;
const isPanelOver = (): boolean => window.matchMedia("(max-width: 1180px)").matches;

/** The grid, the panel of its selected cell, and the shortcuts for both. */
export const GridArea = ({ task, size, offers, compare, ...on }: GridAreaProps) => {
  const { t } = useTranslation();
  const { store, error } = useCreateGridStore(task.id, size);
  const urlState = useUrlState(size);
  const playing = usePlaying();
  const scroller = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<CellDialog>();
  const words = useCellWords();
  const move = useMove(urlState, playing);
  usePolling(store, task);
  useGridKeys({ urlState, size, offers, scroller, compare, move, onDialog: setDialog });
  // Stable callbacks, so that row and column headers do not re-render on every cursor move.
  const openRow = useStable(on.onOpenRow);
  const excludeRow = useStable(on.onExcludeRow);
  const openColumn = useStable(on.onOpenColumn);
  const { cursor } = urlState;
  return (
    <GridStoreContext value={store}>
      <div className={styles.gridSide}>
        {error ? (
          <ErrorPanel isCompact title={t("benchmarks.cellsFailed")} error={error} onRetry={store.retry} />
        ) : null}
        <CellWordsContext value={words}>
          <GridView
            name={t("benchmarks.grid", { name: task.name })}
            size={size}
            columns={task.columns_list}
            cursor={cursor}
            playing={playing}
            chosen={compare.chosen}
            coveredPx={urlState.isPanelOpen && isPanelOver() ? PANEL_PX : 0}
            scroller={scroller}
            moveTo={move}
            onOpen={urlState.openPanel}
            onCompare={compare.toggle}
            onOpenRow={openRow}
            onExcludeRow={offers.canExcludeRows ? excludeRow : undefined}
            onOpenColumn={openColumn}
          />
        </CellWordsContext>
      </div>
      {urlState.isPanelOpen && cursor ? (
        <CellPanel
          task={task}
          offers={offers}
          address={cursor}
          chosen={compare.chosen}
          onRegenerate={() => setDialog("regenerate")}
          onCancel={() => setDialog("cancel")}
          onExclude={() => setDialog("exclude")}
          onCompare={compare.toggle}
          onClose={() => {
            urlState.closePanel();
            scroller.current?.focus();
          }}
        />
      ) : null}
      {cursor ? (
        <CellDialogs
          task={task}
          offers={offers}
          address={cursor}
          dialog={dialog}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </GridStoreContext>
  );
};

const useStable = <Argument,>(call: (argument: Argument) => void): ((argument: Argument) => void) => {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((argument: Argument) => latest.current(argument), []);
};

const useMove = ({ moveTo }: UrlState, { settleOn }: Playing) =>
  useCallback(
    (cell: CellAddress): void => {
      moveTo(cell);
      settleOn(cell);
    },
    [moveTo, settleOn],
  );

/** Fallback for the SSE connection: polls the visible cells while it is down. */
const usePolling = (store: GridStore, task: BenchmarkDetail): void => {
  const isLive = useLiveState() === "live";
  const isMoving = inFlightOf(progressOf(task)) > 0;
  const everyMs = isMoving && !isLive ? Math.max(LEAST_POLL_MS, task.next_poll_after_ms) : undefined;
  useEffect(() => store.poll(everyMs), [store, everyMs]);
};

interface GridKeys {
  urlState: UrlState;
  size: GridSize;
  offers: Offers;
  scroller: React.RefObject<HTMLDivElement | null>;
  compare: Compare;
  move: (cell: CellAddress) => void;
  onDialog: (dialog: CellDialog) => void;
}

const FIRST: CellAddress = { row: 0, col: 0, sample: 0 };

const useGridKeys = ({ urlState: { cursor }, size, offers, scroller, compare, move, onDialog }: GridKeys): void => {
  const step = (by: { rows?: number; places?: number }): void => {
    move(cursor ? stepFrom(cursor, by, size) : FIRST);
    scroller.current?.focus({ preventScroll: true });
  };
  useKey(BENCHMARKS_KEYS.down.keys, () => step({ rows: 1 }));
  useKey(BENCHMARKS_KEYS.up.keys, () => step({ rows: -1 }));
  useKey(BENCHMARKS_KEYS.left.keys, () => step({ places: -1 }));
  useKey(BENCHMARKS_KEYS.right.keys, () => step({ places: 1 }));
  useKey(BENCHMARKS_KEYS.compare.keys, () => cursor && compare.toggle(cursor));
  useKey(BENCHMARKS_KEYS.regenerate.keys, () => cursor && offers.canRegenerate && onDialog("regenerate"));
  useKey(BENCHMARKS_KEYS.exclude.keys, () => cursor && offers.canDecide && onDialog("exclude"));
};
