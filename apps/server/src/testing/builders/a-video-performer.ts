import type { PerformerPricing } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

export interface TestPerformerOptions {
  readonly endpoint: string;
  readonly concurrency?: number;
  readonly rpm?: number | null;
  readonly timeoutS?: number;
  readonly pricing?: PerformerPricing | null;
}

const INPUTS = [
  { key: "prompt", label: "Prompt", spec: { type: "text" }, role: "prompt", is_required: true },
  { key: "seed", label: "Seed", spec: { type: "number" }, role: "seed", is_required: false },
];

/** A performer with its slots, at an endpoint that the test has opened. */
export const aVideoPerformer = async (db: Db, options: TestPerformerOptions): Promise<string> => {
  const id = newId();
  const { endpoint, concurrency = 10, rpm = null, timeoutS = 600, pricing = null } = options;
  const config = { request_format: "json", image_format: "url", webhook: "none" };
  const price = pricing === null ? null : JSON.stringify(pricing);
  await sql`
    insert into performer (id, name, kind, adapter, endpoint, model, version, adapter_config, input_schema, capabilities,
      concurrency, rpm, timeout_s, pricing, is_enabled, shared_with_internal, created_at, updated_at, created_by)
    values (${id}, ${`performer ${id}`}, 'model', 'videos', ${endpoint}, '', '', ${JSON.stringify(config)}::jsonb,
      ${JSON.stringify(INPUTS)}::jsonb, ${["t2v", "seed", "cancel"]}::text[], ${concurrency}, ${rpm}, ${timeoutS},
      ${price}::jsonb, true, true, now(), now(), 'test')`.execute(db);
  await sql`insert into performer_slot (performer_id, slot)
    select ${id}, n from generate_series(0, ${concurrency - 1}) as n`.execute(db);
  return id;
};
