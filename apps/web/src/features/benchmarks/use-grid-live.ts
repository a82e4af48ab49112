import type { BenchmarkDetail, CellChange, GridCell, LiveEvent } from "@dailies/contract";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLive } from "../../lib/live/live.ts";
import { benchmarkQuery } from "./benchmarks.queries.ts";
import { patchCells } from "./grid/patch-cells.ts";

/** Minimum interval between refetches of one window while its cells finish one after the other. */
const LOOK_MS = 1_000;

/** Collects the windows to refetch and throttles the refetches. */
const createLooks = (client: QueryClient) => {
  const keys = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    want: (queryKey: QueryKey): void => {
      keys.set(JSON.stringify(queryKey), queryKey);
      timer ??= setTimeout(() => {
        timer = undefined;
        const wanted = [...keys.values()];
        keys.clear();
        for (const key of wanted) void client.invalidateQueries({ queryKey: key });
      }, LOOK_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
};

const isWithin = (queryKey: QueryKey, { row }: CellChange): boolean => {
  const [, , , from, rows] = queryKey;
  return typeof from === "number" && typeof rows === "number" && row >= from && row < from + rows;
};

const tellCells = (
  client: QueryClient,
  taskId: string,
  changes: readonly CellChange[],
  look: (key: QueryKey) => void,
): void => {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ["benchmarks", taskId, "cells"] })) {
    const here = changes.filter((change) => isWithin(queryKey, change));
    const held = here.length > 0 ? client.getQueryData<{ cells: GridCell[] }>(queryKey) : undefined;
    const patched = held && patchCells(held.cells, here);
    if (!patched) continue;
    client.setQueryData(queryKey, { cells: patched.cells });
    if (patched.needsLook) look(queryKey);
  }
  for (const { row, col, sample } of changes) {
    const queryKey = ["benchmarks", taskId, "cell", row, col, sample];
    if (client.getQueryState(queryKey)) look(queryKey);
  }
};

type TaskEvent = Extract<LiveEvent, { kind: "task" }>;

const withTask = (task: BenchmarkDetail, { status, revision, progress, spend }: TaskEvent): BenchmarkDetail => ({
  ...task,
  status,
  revision,
  progress: progress ?? task.progress,
  spend: spend ?? task.spend,
});

/** Applies server events to the cached task. */
export const useGridLive = (taskId: string): void => {
  const client = useQueryClient();
  const [looks] = useState(() => createLooks(client));
  useEffect(() => looks.stop, [looks]);
  useLive([`task:${taskId}`], (event) => {
    if (event.kind === "reset") return void client.invalidateQueries({ queryKey: ["benchmarks", taskId] });
    if (event.kind === "cells") return tellCells(client, taskId, event.cells, looks.want);
    if (event.kind !== "task") return;
    const { queryKey } = benchmarkQuery(taskId);
    const held = client.getQueryData(queryKey);
    if (!held) return;
    client.setQueryData(queryKey, withTask(held, event));
    // A new revision means changed rows, columns or settings, which the event does not carry.
    if (held.revision !== event.revision || held.status !== event.status) {
      looks.want(queryKey);
      looks.want(["benchmarks", taskId, "rows"]);
    }
  });
};
