import type { BenchmarkRow, GridCell } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { GridSize } from "../cell-address.ts";
import { createGridStore, type GridStore } from "./grid-store.ts";

interface HeldStore {
  store: GridStore;
  error: unknown;
}

/** One store per task and grid size; another size has different windows. */
export const useCreateGridStore = (taskId: string, { rows, columns, samples }: GridSize): HeldStore => {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const store = useMemo(
    () => createGridStore(client, taskId, { rows, columns, samples }, setError),
    [client, taskId, rows, columns, samples],
  );
  useEffect(() => store.stop, [store]);
  return { store, error };
};

export const GridStoreContext = createContext<GridStore | undefined>(undefined);

export const useGridStore = (): GridStore => {
  const store = useContext(GridStoreContext);
  if (!store) throw new Error("there is no grid around this part");
  return store;
};

export const useRowAt = (row: number): BenchmarkRow | undefined => {
  const store = useGridStore();
  return useSyncExternalStore(store.subscribe, () => store.rowAt(row));
};

export const useCellsAt = (row: number, col: number): readonly GridCell[] | undefined => {
  const store = useGridStore();
  return useSyncExternalStore(store.subscribe, () => store.cellsAt(row, col));
};
