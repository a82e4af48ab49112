import { randomBytes } from "node:crypto";
import type { PerformerInput } from "@dailies/contract";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

export const SOME_INPUTS: readonly PerformerInput[] = [
  {
    key: "prompt",
    label: "Prompt",
    spec: { type: "text", min_length: 1, max_length: 2_000, is_multiline: true },
    is_required: true,
    role: "prompt",
  },
  {
    key: "seconds",
    label: "Seconds",
    spec: { type: "number", min: 1, max: 10 },
    is_required: false,
    default: 4,
    role: "seconds",
  },
  {
    key: "size",
    label: "Size",
    spec: { type: "text", options: ["640x360", "1280x720"] },
    is_required: false,
    default: "640x360",
    role: "size",
  },
  {
    key: "seed",
    label: "Seed",
    spec: { type: "number", min: 0, max: 2_147_483_647, is_integer: true },
    is_required: false,
    role: "seed",
  },
];

export interface TestPerformerOptions {
  readonly name?: string;
  readonly inputs?: readonly PerformerInput[];
  readonly currency?: string;
  readonly unitPriceMicros?: number | null;
  readonly isEnabled?: boolean;
  readonly isShared?: boolean;
  readonly concurrency?: number;
}

/** A performer without a server: one cent a second by default. */
export const aPricedPerformer = async (
  db: Db,
  options: TestPerformerOptions = {},
): Promise<{ id: string; name: string }> => {
  const performer = { id: newId(), name: options.name ?? `Performer ${randomBytes(4).toString("hex")}` };
  const unitPriceMicros = options.unitPriceMicros === undefined ? 10_000 : options.unitPriceMicros;
  const pricing = {
    unit: "second",
    unit_price_micros: unitPriceMicros,
    currency: options.currency ?? "USD",
    checked_at: null,
  };
  const at = new Date();
  await db
    .insertInto("performer")
    .values({
      ...performer,
      kind: "model",
      adapter: "videos",
      endpoint: "http://127.0.0.1:9/",
      model: "test",
      version: "1",
      adapter_config: JSON.stringify({}),
      input_schema: JSON.stringify(options.inputs ?? SOME_INPUTS),
      capabilities: ["t2v", "seed"],
      concurrency: options.concurrency ?? 4,
      timeout_s: 600,
      pricing: unitPriceMicros === null ? null : JSON.stringify(pricing),
      is_enabled: options.isEnabled ?? true,
      shared_with_internal: options.isShared ?? true,
      created_at: at,
      updated_at: at,
      created_by: "test",
    })
    .execute();
  return performer;
};
