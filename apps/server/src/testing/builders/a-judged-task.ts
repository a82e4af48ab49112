import { createHash, randomUUID } from "node:crypto";
import type { FieldSpec } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { aUser } from "./a-user.ts";

export interface QuestionInput {
  readonly key: string;
  readonly field: FieldSpec;
  readonly direction?: "higher" | "lower" | "none";
  readonly source?: "human" | "auto" | "judge";
  readonly metricKey?: string;
  readonly weight?: number;
}

export interface JudgedTaskOptions {
  readonly ownerId: string;
  readonly raterIds?: readonly string[];
  readonly labels?: readonly string[];
  readonly prompts?: readonly { readonly text: string; readonly category?: string }[];
  readonly samples?: number;
  readonly mode?: "pairwise" | "rating" | "auto";
  readonly questions?: readonly QuestionInput[];
  readonly status?: "Benchmarking" | "Finished";
  readonly votesNeeded?: number;
}

export interface JudgedTask {
  readonly id: string;
  readonly templateId: string;
  readonly raterIds: readonly string[];
  /** By prompt, entry and sample. */
  readonly clipOf: (prompt: number, entry: number, sample?: number) => { id: bigint; sha256: Buffer };
}

const OVERALL: QuestionInput = { key: `overall`, field: { type: "number", min: -1, max: 1, is_integer: true } };

/** A template in its first version. */
const aTemplate = async (
  db: Db,
  ownerId: string,
  mode: string,
  questions: readonly QuestionInput[],
): Promise<string> => {
  const templateId = newId();
  const key = randomUUID();
  await sql`insert into dimension_template (id, version, owner_id, request_key, created_at, updated_at)
    values (${templateId}, 1, ${ownerId}, ${key}, now(), now())`.execute(db);
  await sql`insert into template_version (template_id, version, name, mode, instructions, judges_per_item, created_by, created_at)
    values (${templateId}, 1, 'Which is better', ${mode}, '', 3, 'test', now())`.execute(db);
  for (const [position, question] of questions.entries()) {
    const { direction = "higher", source = "human", metricKey = null, weight = 1 } = question;
    const { rows } = await sql<{ id: string }>`
      insert into dimension (id, key, version, owner_id, request_key, created_at, updated_at)
      values (${newId()}, ${question.key}, 1, ${ownerId}, ${randomUUID()}, now(), now())
      on conflict (key) do update set updated_at = now() returning id`.execute(db);
    const id = rows[0]?.id ?? "";
    const { rows: versions } = await sql<{ version: number }>`
      insert into dimension_version (dimension_id, version, name, description, rubric, field, is_required, direction, weight,
        source, metric_key, applies_to, tags, created_by, created_at)
      values (${id}, (select count(*) + 1 from dimension_version where dimension_id = ${id}), ${`Of ${question.key}`}, '',
        '{"levels":[],"good_asset_ids":[],"bad_asset_ids":[]}', ${JSON.stringify(question.field)}, true, ${direction},
        ${weight}, ${source}, ${metricKey}, '{}', '{}', 'test', now()) returning version`.execute(db);
    await sql`insert into template_entry (template_id, version, position, dimension_id, dimension_version, weight, is_required, section)
      values (${templateId}, 1, ${position}, ${id}, ${versions[0]?.version}, ${weight}, true, '')`.execute(db);
  }
  return templateId;
};

const insertTask = async (db: Db, options: JudgedTaskOptions): Promise<string> => {
  const id = newId();
  await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
    values (${id}, 'Evaluation', 'Which model', '', ${options.status ?? "Benchmarking"}, ${options.ownerId}, ${randomUUID()},
      now(), now())`.execute(db);
  return id;
};

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

const insertClips = async (db: Db, id: string, prompts: number, entries: number, samples: number) => {
  const clips = new Map<string, { id: bigint; sha256: Buffer }>();
  for (let prompt = 0; prompt < prompts; prompt++)
    for (let entry = 0; entry < entries; entry++)
      for (let sample = 0; sample < samples; sample++) {
        const hash = sha256(`${id} ${prompt} ${entry} ${sample}`);
        const { rows } = await sql<{ id: bigint }>`
          insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256, status, judged_key,
            judged_bytes, fps, duration_s)
          values (${id}, ${prompt}, ${entry}, ${sample}, ${newId()}, ${newId()}, ${hash}, 'ready', ${newId()}, 1000, 24, 5)
          returning id`.execute(db);
        clips.set(`${prompt} ${entry} ${sample}`, { id: rows[0]?.id ?? 0n, sha256: hash });
      }
  return clips;
};

/** A task with a started evaluation, as its use cases would leave it, with unjudged clips. */
export const aJudgedTask = async (db: Db, options: JudgedTaskOptions): Promise<JudgedTask> => {
  const { labels = ["Alpha", "Beta"], prompts = [{ text: "a cat" }, { text: "a dog" }], samples = 1 } = options;
  const { mode = "pairwise", questions = [OVERALL], raterIds = [] } = options;
  const id = await insertTask(db, options);
  const templateId = await aTemplate(db, options.ownerId, mode, questions);
  await sql`insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation,
      gold_rate, repeat_rate, seed, started_at, votes_needed, clips_total, clips_ready, prompts, samples)
    values (${id}, ${templateId}, 1, ${mode}, 3, 'All', 0, 0, 42, now(), ${options.votesNeeded ?? 100},
      ${labels.length * prompts.length * samples}, ${labels.length * prompts.length * samples}, ${prompts.length},
      ${samples})`.execute(db);
  for (const [entry, label] of labels.entries())
    await sql`insert into evaluation_entry (task_id, entry, source_task_id, column_id, label, performer, performer_version, is_baseline)
      values (${id}, ${entry}, ${id}, ${newId()}, ${label}, ${`performer of ${label}`}, 'v1', ${entry === 0})`.execute(
      db,
    );
  for (const [prompt, { text, category = "" }] of prompts.entries())
    await sql`insert into evaluation_prompt (task_id, prompt, row_index, label, inputs, inputs_hash, category, weight)
      values (${id}, ${prompt}, ${prompt}, ${text}, ${JSON.stringify({ prompt: text })}, ${sha256(text)}, ${category}, 1)`.execute(
      db,
    );
  const raters = raterIds.length > 0 ? raterIds : [(await aUser(db)).id, (await aUser(db)).id, (await aUser(db)).id];
  for (const rater of raters)
    await sql`insert into evaluation_rater (task_id, user_id) values (${id}, ${rater})`.execute(db);
  const clips = await insertClips(db, id, prompts.length, labels.length, samples);
  return {
    id,
    templateId,
    raterIds: raters,
    clipOf: (prompt, entry, sample = 0) => {
      const clip = clips.get(`${prompt} ${entry} ${sample}`);
      if (!clip) throw new Error(`there is no clip ${prompt} ${entry} ${sample}`);
      return clip;
    },
  };
};

export interface SubmittedJudgement {
  readonly rater: number;
  readonly prompt: number;
  readonly a: number;
  /** Equal to a, or omitted, where a clip is rated alone. */
  readonly b?: number;
  readonly sample?: number;
  readonly outcome?: "a" | "b" | "tie" | "both_bad";
  readonly isSwapped?: boolean;
  readonly answers?: Record<string, unknown>;
  readonly marks?: readonly object[];
  readonly isCounted?: boolean;
  readonly kind?: "pairwise" | "rating" | "repeat";
  /** The judgement that this one repeats. */
  readonly repeats?: string;
}

/** Inserts judgements; returns their ids. */
export const say = async (db: Db, task: JudgedTask, said: readonly SubmittedJudgement[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const input of said) {
    const {
      rater,
      prompt,
      a,
      b = a,
      sample = 0,
      isSwapped = false,
      answers = {},
      marks = [],
      isCounted = true,
    } = input;
    const kind = input.kind ?? (a === b ? "rating" : "pairwise");
    const [item, lease, id] = [newId(), newId(), newId()];
    const raterId = task.raterIds[rater] ?? "";
    // Increase the counter first: a watcher that sees it must find the judgement.
    const { rows } = await sql<{ seq: bigint }>`
      update evaluation set judgement_seq = judgement_seq + 1, inputs_revision = inputs_revision + 1, votes_done = votes_done + 1
      where task_id = ${task.id} returning judgement_seq as seq`.execute(db);
    await sql`insert into evaluation_item (id, task_id, kind, clip_a, clip_b, prompt, a, b, sample, needed, done, repeats,
        only_rater, is_stale, created_at)
      values (${item}, ${task.id}, ${kind === "repeat" ? "repeat" : kind}, ${task.clipOf(prompt, a, sample).id},
        ${a === b ? null : task.clipOf(prompt, b, sample).id}, ${prompt}, ${a}, ${b}, ${sample}, 1, 1,
        ${input.repeats ?? null}, ${input.repeats ? raterId : null}, true, now())`.execute(db);
    await sql`insert into evaluation_lease (id, task_id, item_id, rater_id, status, is_swapped, expires_at, claimed_at)
      values (${lease}, ${task.id}, ${item}, ${raterId}, 'submitted', ${isSwapped}, now(), now())`.execute(db);
    await sql`insert into judgement (id, task_id, seq, item_id, lease_id, rater_id, kind, prompt, a, b, outcome, is_swapped,
        answers, marks, watched, duration_ms, client_id, submitted_at, is_counted)
      values (${id}, ${task.id}, ${rows[0]?.seq}, ${item}, ${lease}, ${raterId}, ${kind}, ${prompt}, ${a}, ${b},
        ${input.outcome ?? null}, ${isSwapped}, ${JSON.stringify(answers)}, ${JSON.stringify(marks)}, '{}', 1000,
        ${randomUUID()}, now(), ${isCounted})`.execute(db);
    ids.push(id);
  }
  return ids;
};
