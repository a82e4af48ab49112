import { randomUUID } from "node:crypto";
import { benchmarksRoutes, performersRoutes, tasksRoutes } from "@dailies/contract";
import type { ConsoleCalls } from "../chaos/harness/console-calls.ts";

export const COLUMNS = 20;
export const PERFORMERS = 3;
/** An unreachable endpoint: the measurement needs no worker. */
export const NOWHERE = "http://127.0.0.1:9";

const registerPerformer = async (calls: ConsoleCalls, at: number): Promise<string> => {
  const { id } = await calls.call(performersRoutes.createPerformer, {
    body: {
      name: `Performer ${at}`,
      adapter: "videos",
      endpoint: NOWHERE,
      model: `model-${at}`,
      input_schema: [
        { key: "prompt", label: "Prompt", spec: { type: "text" }, is_required: true, role: "prompt" },
        { key: "seconds", label: "Seconds", spec: { type: "number" }, role: "seconds", default: 5 },
        { key: "size", label: "Size", spec: { type: "text" }, role: "size", default: "1280x720" },
        { key: "steps", label: "Steps", spec: { type: "number", is_integer: true }, default: 30 },
        { key: "seed", label: "Seed", spec: { type: "number", is_integer: true }, role: "seed" },
      ],
      capabilities: ["t2v", "seed"],
      limits: { concurrency: 100, rpm: null, timeout_s: 600 },
      pricing: { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null },
    },
  });
  return id;
};

/** A benchmark with this many cells, not started. */
export const prepareGrid = async (calls: ConsoleCalls, cells: number): Promise<string> => {
  const performers = await Promise.all(Array.from({ length: PERFORMERS }, (_, at) => registerPerformer(calls, at)));
  const { id } = await calls.call(tasksRoutes.createTask, {
    body: { kind: "Benchmark", name: `Grid of ${cells}`, request_key: randomUUID() },
  });
  const params = { id };
  const revision = async (): Promise<number> => (await calls.call(tasksRoutes.getTask, { params })).revision;
  for (let column = 0; column < COLUMNS; column++) {
    const performer_id = performers[column % PERFORMERS] ?? "";
    const body = { expect_revision: await revision(), performer_id, label: `${column}`, params: { steps: column + 1 } };
    await calls.call(benchmarksRoutes.addColumn, { params, body });
  }
  const text = Array.from(
    { length: cells / COLUMNS },
    (_, row) => `take ${row}: ${"a slow pan over the sea, ".repeat(8)}`,
  );
  const body = {
    expect_revision: await revision(),
    format: "lines" as const,
    text: text.join("\n"),
    is_dry_run: false,
  };
  await calls.call(benchmarksRoutes.importRows, { params, body });
  return id;
};
