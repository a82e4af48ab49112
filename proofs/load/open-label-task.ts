// A label task written directly into the tables, since proofs are about labelling and not about reading a dataset.
import { type LabelField, labelFields } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { aStorageProfile } from "../../apps/server/src/testing/builders/a-test-bucket.ts";

export interface LabelTaskPlan {
  readonly ownerId: string;
  /** Who is asked to label. */
  readonly peopleIds: readonly string[];
  readonly items: number;
  readonly overlap: number;
  /** How many of the first items have all their labels already. */
  readonly settled?: number;
}

/** The caption starts with a value of the item. */
const FIELDS: readonly LabelField[] = labelFields.parse([
  { key: "caption", name: "Caption", input: { kind: "caption" } },
  { key: "is_kept", name: "Keep", input: { kind: "field", field: { type: "boolean" } } },
]);
/** One statement stays well below the time limit of a connection. */
const BATCH = 200_000;

const insertDataset = async (db: Db, datasetId: string, { ownerId, items }: LabelTaskPlan): Promise<void> => {
  const profileId = await aStorageProfile(db, { bucket: "proof", prefix: `${datasetId}/` });
  await sql`insert into dataset (id, name, description, kind, layout, uri, profile_id, status, owner_id, request_key,
      created_at, updated_at)
    values (${datasetId}, ${`set ${datasetId}`}, '', 'MDS', 'plain', 's3://proof/clips/', ${profileId}, 'Ready', ${ownerId},
      ${datasetId}, now(), now())`.execute(db);
  await sql`insert into dataset_version (dataset_id, version, table_name, table_version, items, duration_s, bytes, faults,
      columns, note, created_by, created_at)
    values (${datasetId}, 1, 'proof', 1, ${items}, ${items}, 0, 0, '[]', '', 'proof', now())`.execute(db);
  await sql`update dataset set version = 1 where id = ${datasetId}`.execute(db);
};

const insertTask = async (db: Db, taskId: string, { ownerId, peopleIds, items, overlap }: LabelTaskPlan) => {
  const [templateId, datasetId] = [newId(), newId()];
  await insertDataset(db, datasetId, { ownerId, peopleIds, items, overlap });
  await sql`insert into label_template (id, version, owner_id, request_key, created_at, updated_at)
    values (${templateId}, 1, ${ownerId}, ${templateId}, now(), now())`.execute(db);
  await sql`insert into label_template_version (template_id, version, name, description, fields, created_by, created_at)
    values (${templateId}, 1, 'Proof', '', ${JSON.stringify(FIELDS)}, 'proof', now())`.execute(db);
  await sql`insert into label_task (id, name, status, template_id, template_version, dataset_id, dataset_version, query,
      order_by, item_order, seed, overlap, lease_minutes, priority, prefill, guidelines_version, items_total, fill_run, opened_at,
      owner_id, request_key, created_at, updated_at)
    values (${taskId}, 'Proof', 'Open', ${templateId}, 1, ${datasetId}, 1, '{"filters":[],"where":"","q":""}', '', 'sequence', 1,
      ${overlap}, 10, 0, '[]', 1, ${items}, 1, now(), ${ownerId}, ${taskId}, now(), now())`.execute(db);
  await sql`insert into label_guidelines (task_id, version, body, created_by, created_at)
    values (${taskId}, 1, 'Look twice.', 'proof', now())`.execute(db);
  await sql`insert into label_person (task_id, user_id, is_asked)
    select ${taskId}, id, true from unnest(${[...peopleIds]}::uuid[]) as asked (id)`.execute(db);
};

const insertItems = async (db: Db, taskId: string, { items, overlap, settled = 0 }: LabelTaskPlan): Promise<void> => {
  for (let from = 1; from <= items; from += BATCH) {
    const to = Math.min(items, from + BATCH - 1);
    await sql`insert into label_item (task_id, seq, item_key, ordinal, media_type, duration_us, fps, frames, prefill, overlap,
        done)
      select ${taskId}, n, 'clip-' || lpad(n::text, 8, '0'), n - 1, 'video/mp4', 5000000, 24, 120,
        jsonb_build_object('caption', 'caption of clip ' || n), ${overlap}::int,
        case when n <= ${settled}::int then ${overlap}::int else 0 end
      from generate_series(${from}::int, ${to}::int) n`.execute(db);
  }
};

/** Returns the id of an open task. */
export const openLabelTask = async (db: Db, plan: LabelTaskPlan): Promise<string> => {
  const taskId = newId();
  await insertTask(db, taskId, plan);
  await insertItems(db, taskId, plan);
  return taskId;
};
