import { randomUUID } from "node:crypto";
import { benchmarksRoutes, type performerField, performersRoutes, tasksRoutes } from "@dailies/contract";
import type { z } from "zod";
import type { ConsoleCalls } from "../harness/console-calls.ts";
import { WEBHOOK_SECRET } from "./performer.ts";

/** The reference performer's price of a one-second clip. */
export const PRICE_MICROS = 20_000;

const INPUTS: z.input<typeof performerField>[] = [
  { key: "prompt", label: "Prompt", spec: { type: "text", max_length: 2_000 }, is_required: true, role: "prompt" },
  { key: "seed", label: "Seed", spec: { type: "number", is_integer: true, min: 0 }, role: "seed" },
  { key: "seconds", label: "Seconds", spec: { type: "number", min: 1, max: 10 }, default: 1, role: "seconds" },
  { key: "size", label: "Size", spec: { type: "text" }, default: "320x180", role: "size" },
  { key: "fps", label: "Frames a second", spec: { type: "number", min: 8, max: 60 }, default: 24, role: "fps" },
];

/** A performer of the reference kind with this concurrency. */
const registerPerformer = async ({ insist }: ConsoleCalls, endpoint: string, name: string, concurrency: number) => {
  const { id } = await insist(performersRoutes.createPerformer, {
    body: {
      name,
      adapter: "videos",
      endpoint,
      model: "reference-instant",
      adapter_config: {},
      input_schema: INPUTS,
      capabilities: ["t2v", "seed", "cancel", "webhook"],
      limits: { concurrency, rpm: null, timeout_s: 600 },
      pricing: { unit: "call", unit_price_micros: PRICE_MICROS, currency: "USD", checked_at: null },
      secret: WEBHOOK_SECRET,
    },
  });
  return id;
};

export interface Grid {
  readonly taskId: string;
  readonly rows: number;
  readonly columns: number;
}

/** A benchmark with this many prompts and several performers, ready to start. */
export const prepareGrid = async (
  calls: ConsoleCalls,
  { endpoint, rows, columns, concurrency }: { endpoint: string; rows: number; columns: number; concurrency: number },
): Promise<Grid> => {
  const created = await calls.insist(tasksRoutes.createTask, {
    body: { kind: "Benchmark", name: "Chaos", request_key: randomUUID() },
  });
  const params = { id: created.id };
  for (let column = 0; column < columns; column++) {
    const performer_id = await registerPerformer(calls, endpoint, `Reference ${column + 1}`, concurrency);
    const { revision } = await calls.insist(tasksRoutes.getTask, { params });
    await calls.insist(benchmarksRoutes.addColumn, {
      params,
      body: { expect_revision: revision, performer_id, label: `Column ${column + 1}`, params: { seconds: 1 } },
    });
  }
  const { revision } = await calls.insist(tasksRoutes.getTask, { params });
  await calls.insist(benchmarksRoutes.importRows, {
    params,
    body: {
      expect_revision: revision,
      format: "lines",
      text: Array.from({ length: rows }, (_, row) => `A paper boat in the rain, take ${row + 1}`).join("\n"),
      is_dry_run: false,
    },
  });
  return { taskId: created.id, rows, columns };
};
