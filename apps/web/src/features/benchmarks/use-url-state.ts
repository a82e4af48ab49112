import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type CellAddress, type GridSize, isInside, readAddress, writeAddress } from "./cell-address.ts";

/** Browsers rate-limit history updates, which a held key would exceed. */
const WRITE_MS = 250;

export interface UrlState {
  /** The cell under the cursor. */
  cursor: CellAddress | undefined;
  isPanelOpen: boolean;
  moveTo: (cell: CellAddress) => void;
  openPanel: (cell: CellAddress) => void;
  closePanel: () => void;
}

type Write = (change: (params: URLSearchParams) => void) => void;

const useWriteParams = (): Write => {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  latest.current = params;
  const set = useRef(setParams);
  set.current = setParams;
  return useCallback((change) => {
    const next = new URLSearchParams(latest.current);
    change(next);
    // Flush synchronously: another writer that runs before the render would start from the old URL and revert this.
    if (next.toString() !== latest.current.toString()) set.current(next, { replace: true, flushSync: true });
  }, []);
};

/** The cursor position in the grid: immediately in state, debounced in the URL. */
export const useUrlState = (size: GridSize): UrlState => {
  const [params] = useSearchParams();
  const write = useWriteParams();
  const [cursor, setCursor] = useState(() => readAddress(params.get("cell") ?? ""));
  const [isPanelOpen, setIsPanelOpen] = useState(params.get("panel") === "open");
  const written = useRef(params.toString());

  const address = cursor && writeAddress(cursor);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        write((next) => {
          if (address) next.set("cell", address);
          else next.delete("cell");
          if (isPanelOpen && address) next.set("panel", "open");
          else next.delete("panel");
          written.current = next.toString();
        }),
      WRITE_MS,
    );
    return () => clearTimeout(timer);
  }, [address, isPanelOpen, write]);

  useEffect(() => {
    // The URL was changed elsewhere: by a link or by browser history.
    if (params.toString() === written.current) return;
    written.current = params.toString();
    setCursor(readAddress(params.get("cell") ?? ""));
    setIsPanelOpen(params.get("panel") === "open");
  }, [params]);

  const shown = cursor && isInside(cursor, size) ? cursor : undefined;
  return {
    cursor: shown,
    isPanelOpen: isPanelOpen && shown !== undefined,
    moveTo: setCursor,
    openPanel: (cell) => {
      setCursor(cell);
      setIsPanelOpen(true);
    },
    closePanel: () => setIsPanelOpen(false),
  };
};
