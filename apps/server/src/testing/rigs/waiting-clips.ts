import { createHash } from "node:crypto";
import type { AssetProbe, InputValues, PerformerInput } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { aUser } from "../builders/a-user.ts";

export interface WaitingClip {
  readonly content: Buffer;
  readonly probe: AssetProbe;
  readonly inputs?: InputValues;
  /** The request to the performer. */
  readonly request?: InputValues;
  readonly isStored?: boolean;
}

export interface ClipOptions {
  readonly inputSchema?: readonly Partial<PerformerInput>[];
  readonly judgeIds?: readonly string[];
}

type Storage = Pick<ObjectStorage, "bucket" | "putObject">;

const sha256 = (content: Buffer | string): Buffer => createHash("sha256").update(content).digest();

/** A benchmark in Benchmarking with unprepared clips, as the start of its evaluation would leave it. */
export const waitingClips = async (
  db: Db,
  storage: Storage,
  clips: readonly WaitingClip[],
  { inputSchema = [], judgeIds = [] }: ClipOptions = {},
): Promise<{ taskId: string; clipIds: bigint[] }> => {
  const user = await aUser(db);
  const [taskId, performerId] = [newId(), newId()];
  await sql`insert into performer (id, name, kind, adapter, endpoint, model, version, adapter_config, input_schema,
      capabilities, concurrency, timeout_s, is_enabled, shared_with_internal, created_at, updated_at, created_by)
    values (${performerId}, ${performerId}, 'model', 'http', 'http://nowhere.test', '', '', '{}',
      ${JSON.stringify(inputSchema)}::jsonb, '{}', 1, 600, true, true, now(), now(), 'test')`.execute(db);
  await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
    values (${taskId}, 'Benchmark', 'clips', '', 'Benchmarking', ${user.id}, ${newId()}, now(), now())`.execute(db);
  const { templateId } = await insertTemplate(db, user.id, judgeIds);
  await sql`insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation,
      gold_rate, repeat_rate, seed, started_at, clips_total, prompts, samples)
    values (${taskId}, ${templateId}, 1, 'auto', 1, 'Average', 0, 0, 1, now(), ${clips.length}, ${clips.length},
      1)`.execute(db);
  const clipIds: bigint[] = [];
  for (const [prompt, clip] of clips.entries()) {
    clipIds.push(await insertClip(db, storage, clip, { taskId, performerId, prompt, userId: user.id }));
  }
  return { taskId, clipIds };
};

const insertTemplate = async (
  db: Db,
  ownerId: string,
  judgeIds: readonly string[],
): Promise<{ templateId: string }> => {
  const templateId = newId();
  await sql`insert into dimension_template (id, version, owner_id, request_key, created_at, updated_at)
    values (${templateId}, 1, ${ownerId}, ${newId()}, now(), now())`.execute(db);
  await sql`insert into template_version (template_id, version, name, mode, instructions, judges_per_item,
      created_by, created_at)
    values (${templateId}, 1, 'template', 'auto', '', 1, 'test', now())`.execute(db);
  for (const [position, judgeId] of judgeIds.entries()) {
    const dimensionId = newId();
    await sql`insert into dimension (id, key, version, owner_id, request_key, created_at, updated_at)
      values (${dimensionId}, ${`judge-${dimensionId}`}, 1, ${ownerId}, ${newId()}, now(), now())`.execute(db);
    await sql`insert into dimension_version (dimension_id, version, name, description, rubric, field, is_required,
        direction, weight, source, metric_key, applies_to, tags, created_by, created_at)
      values (${dimensionId}, 1, 'judge', '', '{}', '{"type":"number"}', true, 'higher', 1, 'judge', ${judgeId}, '{}', '{}',
        'test', now())`.execute(db);
    await sql`insert into template_entry (template_id, version, position, dimension_id, dimension_version, weight,
        is_required, section)
      values (${templateId}, 1, ${position}, ${dimensionId}, 1, 1, true, '')`.execute(db);
  }
  return { templateId };
};

const insertClip = async (
  db: Db,
  storage: Storage,
  { content, probe, inputs = { prompt: "a fox" }, request = {}, isStored = true }: WaitingClip,
  place: { taskId: string; performerId: string; prompt: number; userId: string },
): Promise<bigint> => {
  const [assetId, jobId] = [
    await insertReadyAsset(db, storage, { content, probe, isStored, ownerId: place.userId }),
    newId(),
  ];
  await sql`insert into performer_task (id, performer_id, performer_version, source, requested_by, resolved_input,
      request_hash, status, asset_id, output_sha256, queued_at, finished_at)
    values (${jobId}, ${place.performerId}, '', 'benchmark', ${place.userId}, ${JSON.stringify(request)}::jsonb,
      ${sha256(JSON.stringify(request))}, 'Succeeded', ${assetId}, ${sha256(content)}, now(), now())`.execute(db);
  await sql`insert into evaluation_prompt (task_id, prompt, row_index, label, inputs, inputs_hash, category, weight)
    values (${place.taskId}, ${place.prompt}, ${place.prompt}, 'label', ${JSON.stringify(inputs)}::jsonb,
      ${sha256(`${place.prompt} ${JSON.stringify(inputs)}`)}, '', 1)`.execute(db);
  const { rows } = await sql<{ id: bigint }>`
    insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256)
    values (${place.taskId}, ${place.prompt}, 0, 0, ${jobId}, ${assetId}, ${sha256(content)}) returning id`.execute(db);
  return rows[0]?.id ?? 0n;
};

/** A checked asset with its bytes in storage. */
export const insertReadyAsset = async (
  db: Db,
  storage: Storage,
  it: { content: Buffer; probe: AssetProbe | null; isStored?: boolean; ownerId: string; kind?: "video" | "image" },
): Promise<string> => {
  const assetId = newId();
  const [kind, at] = [it.kind ?? "video", new Date()];
  const mime = kind === "video" ? "video/mp4" : "image/png";
  const objectKey = `media/te/${assetId}/1`;
  if (it.isStored ?? true) await storage.putObject(objectKey, it.content, { contentType: mime });
  const common = { mime, kind, size_bytes: BigInt(it.content.length), status: "Ready" };
  await db
    .insertInto("asset")
    .values({ ...common, id: assetId, owner_id: it.ownerId, name: "clip", version: 1, created_at: at, updated_at: at })
    .execute();
  await db
    .insertInto("asset_version")
    .values({
      ...common,
      asset_id: assetId,
      version: 1,
      sha256: sha256(it.content),
      bucket: storage.bucket,
      object_key: objectKey,
      probe: it.probe && JSON.stringify(it.probe),
      created_at: at,
      created_by: "test",
    })
    .execute();
  return assetId;
};
