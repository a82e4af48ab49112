import type { InputValues } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { benchmarksCalls } from "../../../lib/api/clients/benchmarks.ts";
import { tasksCalls } from "../../../lib/api/clients/tasks.ts";

const OFFERED = 100;

/** Benchmarks the user may change and that still accept rows and columns, most recently changed first. */
export const openBenchmarksQuery = queryOptions({
  queryKey: ["performers", "benchmarks"],
  queryFn: async ({ signal }) => {
    const query = { kind: "Benchmark", is_mine: "true", page: 1, page_size: OFFERED } as const;
    const { items } = await tasksCalls.listTasks({ query }, { signal });
    return items.filter(({ status }) => status === "Init" || status === "Generating");
  },
  staleTime: 0,
});

export const benchmarkQuery = (id: string) =>
  queryOptions({
    queryKey: ["performers", "benchmark", id],
    queryFn: ({ signal }) => benchmarksCalls.getBenchmark({ params: { id } }, { signal }),
    staleTime: 0,
  });

export type SaveTarget = "column" | "row";

export interface SaveInput {
  target: SaveTarget;
  taskId: string;
  revision: number;
  label: string;
  performerId: string;
  values: InputValues;
}

const save = async ({ target, taskId, revision, label, performerId, values }: SaveInput): Promise<void> => {
  const params = { id: taskId };
  const expect_revision = revision;
  if (target === "row") {
    await benchmarksCalls.addRows({ params, body: { expect_revision, rows: [{ label, inputs: values }] } });
  } else {
    const body = { expect_revision, label, performer_id: performerId, params: values };
    await benchmarksCalls.addColumn({ params, body });
  }
};

export const useSaveIntoBenchmark = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: save,
    // Also on error: another user may have changed the benchmark, and the next attempt needs its new revision.
    onSettled: () => cache.invalidateQueries({ queryKey: ["performers", "benchmark"] }),
  });
};
