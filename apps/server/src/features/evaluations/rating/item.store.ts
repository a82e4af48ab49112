import type { InputValues, JudgementDraft } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";

/** A leased item: the part that its rater may see, and its questions. */
export interface ItemInHand {
  readonly leaseId: string;
  readonly taskId: string;
  readonly isPair: boolean;
  readonly inputs: InputValues;
  /** Of the clip with the higher rate, reported for both, so that it identifies neither. */
  readonly fps: number | null;
  readonly leaseUntil: Date;
  readonly draft: JudgementDraft | null;
  readonly draftSavedAt: Date | null;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly startedAt: Date;
}

interface Row {
  id: string;
  task_id: string;
  is_pair: boolean;
  inputs: InputValues;
  fps: number | null;
  expires_at: Date;
  draft: JudgementDraft | null;
  draft_saved_at: Date | null;
  template_id: string;
  template_version: number;
  started_at: Date;
}

const IN_HAND = `
  select l.id, l.task_id, i.clip_b is not null as is_pair, p.inputs, greatest(ca.fps, cb.fps) as fps, l.expires_at, l.draft,
    l.draft_saved_at, e.template_id, e.template_version, e.started_at
  from unnest($1::uuid[]) with ordinality as wanted (id, place)
  join evaluation_lease l on l.id = wanted.id
  join evaluation_item i on i.id = l.item_id
  join evaluation_prompt p on p.task_id = i.task_id and p.prompt = i.prompt
  join evaluation_clip ca on ca.id = i.clip_a
  left join evaluation_clip cb on cb.id = i.clip_b
  join evaluation e on e.task_id = l.task_id and e.started_at is not null
  where l.rater_id = $2
  order by wanted.place`;

/** In the order given. */
export const listItemsInHand = async (db: Db, leaseIds: readonly string[], raterId: string): Promise<ItemInHand[]> => {
  const { rows } = await executePrepared<Row>(db, IN_HAND, [leaseIds, raterId]);
  return rows.map((row) => ({
    leaseId: row.id,
    taskId: row.task_id,
    isPair: row.is_pair,
    inputs: row.inputs,
    fps: row.fps,
    leaseUntil: row.expires_at,
    draft: row.draft,
    draftSavedAt: row.draft_saved_at,
    templateId: row.template_id,
    templateVersion: row.template_version,
    startedAt: row.started_at,
  }));
};

/** The data that an answer is validated against. */
interface AskedItem {
  readonly taskId: string;
  readonly isPair: boolean;
  /** By the side on which the clip was shown. */
  readonly durationS: { readonly A: number | null; readonly B: number | null };
  readonly templateId: string;
  readonly templateVersion: number;
  readonly startedAt: Date;
}

interface AskedRow {
  task_id: string;
  is_pair: boolean;
  duration_a: number | null;
  duration_b: number | null;
  template_id: string;
  template_version: number;
  started_at: Date;
}

const ASKED = `
  select l.task_id, i.clip_b is not null as is_pair,
    case when l.is_swapped then cb.duration_s else ca.duration_s end as duration_a,
    case when l.is_swapped then ca.duration_s else cb.duration_s end as duration_b,
    e.template_id, e.template_version, e.started_at
  from evaluation_lease l
  join evaluation_item i on i.id = l.item_id
  join evaluation_clip ca on ca.id = i.clip_a
  left join evaluation_clip cb on cb.id = i.clip_b
  join evaluation e on e.task_id = l.task_id and e.started_at is not null
  where l.id = $1 and l.rater_id = $2`;

export const findAskedItem = async (db: Db, leaseId: string, raterId: string): Promise<AskedItem | undefined> => {
  const { rows } = await executePrepared<AskedRow>(db, ASKED, [leaseId, raterId]);
  const [row] = rows;
  return (
    row && {
      taskId: row.task_id,
      isPair: row.is_pair,
      durationS: { A: row.duration_a, B: row.duration_b },
      templateId: row.template_id,
      templateVersion: row.template_version,
      startedAt: row.started_at,
    }
  );
};
