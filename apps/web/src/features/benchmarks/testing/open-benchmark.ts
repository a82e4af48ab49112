import type { BenchmarkDetail, GridCell } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aBenchmark, aCell, anAttempt, aPerformer, aRow, TASK_ID } from "./a-benchmark.ts";

export interface World {
  task?: Partial<BenchmarkDetail>;
  cellAt?: (row: number, col: number) => GridCell;
  answers?: Parameters<typeof fakeApi>[0];
  at?: string;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const gridAnswers = (task: BenchmarkDetail, cellAt: NonNullable<World["cellAt"]>): Parameters<typeof fakeApi>[0] => ({
  "benchmarks.getBenchmark": () => ({ reply: task }),
  "benchmarks.listRows": ({ url }: SentCall) => {
    const from = Number(url.searchParams.get("offset"));
    const last = Math.min(task.rows, from + Number(url.searchParams.get("limit"))) - 1;
    return { reply: { items: range(from, last).map((index) => aRow(index)), total: task.rows } };
  },
  "benchmarks.listCells": ({ url }: SentCall) => {
    const at = (name: string): number => Number(url.searchParams.get(name));
    const rows = range(at("row_from"), Math.min(task.rows - 1, at("row_to")));
    const cells = rows.flatMap((row) => range(at("col_from"), at("col_to")).map((col) => cellAt(row, col)));
    return { reply: { cells } };
  },
  "benchmarks.getCell": ({ url }: SentCall) => {
    const [row, col] = url.pathname.split("/").slice(-2).map(Number);
    return { reply: { cell: cellAt(row ?? 0, col ?? 0), attempts: [anAttempt(1), anAttempt(2)] } };
  },
  "benchmarks.listRowImports": () => ({ reply: { items: [], total: 0 } }),
  "performers.listPerformers": () => ({ reply: { items: [aPerformer()], total: 1 } }),
});

interface OpenBenchmark extends ReturnType<typeof renderConsole> {
  sent: SentCall[];
}

/** Renders the benchmark screen against a mock server that follows the contract. */
export const openBenchmark = ({
  task: overrides,
  cellAt = (row, col) => aCell(row, col),
  answers,
  at = "",
}: World = {}): OpenBenchmark => {
  const task = aBenchmark(overrides);
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    ...gridAnswers(task, cellAt),
    ...answers,
  });
  return { sent, ...renderConsole(`/task-generate?task=${TASK_ID}${at}`) };
};

export const named = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `benchmarks.${name}`);

export const stateReply = (overrides: Partial<BenchmarkDetail> = {}) => {
  const { status, revision, progress, spend } = aBenchmark(overrides);
  return { reply: { status, revision: revision + 1, progress, spend } };
};
