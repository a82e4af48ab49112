import { type InputValues, judgeMetricKey } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** One clip that one judge has not answered. */
export interface Question {
  readonly clipId: bigint;
  readonly sha256: Buffer;
  readonly judgedKey: string;
  readonly inputs: InputValues;
  readonly inputsHash: Buffer;
  readonly label: string;
  readonly performerId: string;
}

interface QuestionRow {
  clip_id: bigint;
  sha256: Buffer;
  judged_key: string;
  inputs: InputValues;
  inputs_hash: Buffer;
  label: string;
  performer_id: string;
}

/** Unanswered questions to the template's judges. A judge that failed before `since` is asked once more. */
export const listQuestions = async (db: Db, clipIds: readonly bigint[], since: Date): Promise<Question[]> => {
  const { rows } = await sql<QuestionRow>`
    select distinct on (c.sha256, p.inputs_hash, f.id) c.id as clip_id, c.sha256, c.judged_key, p.inputs, p.inputs_hash,
      p.label, f.id as performer_id
    from evaluation_clip c
    join evaluation e on e.task_id = c.task_id
    join template_entry t on t.template_id = e.template_id and t.version = e.template_version
    join dimension_version d
      on d.dimension_id = t.dimension_id and d.version = t.dimension_version and d.source = 'judge'
    join performer f on f.id::text = d.metric_key
    join evaluation_prompt p on p.task_id = c.task_id and p.prompt = c.prompt
    where c.id = any(${clipIds.map(String)}::bigint[]) and not exists (
      select from clip_metric m
      where m.sha256 = c.sha256 and m.metric_key = ${judgeMetricKey("")}::text || f.id and m.metric_version = judge_version(f)
        and m.about = p.inputs_hash
        and (m.value is not null or m.computed_at >= ${since} or (m.detail ->> 'is_retryable') is distinct from 'true'))
    order by c.sha256, p.inputs_hash, f.id, c.id`.execute(db);
  return rows.map((row) => ({
    clipId: row.clip_id,
    sha256: row.sha256,
    judgedKey: row.judged_key,
    inputs: row.inputs,
    inputsHash: row.inputs_hash,
    label: row.label,
    performerId: row.performer_id,
  }));
};

/** The next judgeable clips in id order; none when the template has no judge. */
export const listJudgeable = async (
  db: Db,
  { taskId, after, clips }: { taskId: string; after: bigint; clips: number },
): Promise<bigint[]> => {
  const { rows } = await sql<{ id: bigint }>`
    select c.id from evaluation_clip c
    where c.task_id = ${taskId} and c.is_current and c.status = 'ready' and c.id > ${after} and exists (
      select from evaluation e
      join template_entry t on t.template_id = e.template_id and t.version = e.template_version
      join dimension_version d on d.dimension_id = t.dimension_id and d.version = t.dimension_version
      where e.task_id = ${taskId} and d.source = 'judge')
    order by c.id limit ${clips}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The version of a judge, as the database writes it into the key of a metric. */
export const getJudgeVersion = async (db: Db, performerId: string): Promise<string> => {
  const { rows } = await sql<{ version: string }>`
    select judge_version(f) as version from performer f where f.id = ${performerId}`.execute(db);
  return rows[0]?.version ?? "";
};

/** Invalidates every leaderboard of this task. */
export const raiseInputsRevision = async (tx: Tx, taskId: string): Promise<void> => {
  await sql`update evaluation set inputs_revision = inputs_revision + 1 where task_id = ${taskId}`.execute(tx);
};
