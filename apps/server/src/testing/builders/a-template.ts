import { randomUUID } from "node:crypto";
import type { DimensionItem, TemplateDetail } from "@dailies/contract";
import { expect } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import type { Caller } from "./a-caller.ts";

const GRADES = { type: "number", min: 1, max: 5, is_integer: true, display: "likert" } as const;

export const aDimensionBody = (options: object = {}) => ({
  key: `k${randomUUID().slice(0, 8)}`,
  name: "Motion",
  field: GRADES,
  request_key: randomUUID(),
  ...options,
});

export const aDimension = async (caller: Caller, options: object = {}): Promise<DimensionItem> => {
  const answer = await caller.post("/api_v1/dimension/create", aDimensionBody(options));
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as DimensionItem;
};

export const entryOf = ({ id, version }: DimensionItem, options: object = {}) => ({
  dimension_id: id,
  dimension_version: version,
  weight: 1,
  is_required: true,
  section: "",
  ...options,
});

/** A template of one dimension, or of those given. */
export const aTemplate = async (
  caller: Caller,
  { dimensions, ...options }: { dimensions?: readonly DimensionItem[] } & Record<string, unknown> = {},
): Promise<TemplateDetail> => {
  const items = (dimensions ?? [await aDimension(caller)]).map((dimension) => entryOf(dimension));
  const body = { name: "A set", items, request_key: randomUUID(), ...options };
  const answer = await caller.post("/api_v1/dimension/template/create", body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as TemplateDetail;
};

/** As if an evaluation used the template, or planned to. */
export const askWith = async (
  db: Db,
  caller: Caller,
  { id, version }: { id: string; version: number },
  startedAt: Date | null = new Date(),
): Promise<void> => {
  const task = await caller.post("/api_v1/task/create", { kind: "Benchmark", name: "Asks", request_key: randomUUID() });
  await db
    .insertInto("evaluation")
    .values({
      task_id: String(task.body.id),
      template_id: id,
      template_version: version,
      mode: "rating",
      judges_per_item: 3,
      aggregation: "All",
      gold_rate: 0,
      repeat_rate: 0.05,
      seed: 1n,
      started_at: startedAt,
    })
    .execute();
};
