import { UNDO_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";

export interface JudgedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** The other clip of the pair, if any. */
  readonly other: { readonly key: string; readonly sizeBytes: number } | undefined;
}

interface Row {
  key: string | null;
  bytes: bigint | null;
  other_key: string | null;
  other_bytes: bigint | null;
}

const FILE = `
  select shown.judged_key as key, shown.judged_bytes as bytes,
    beside.judged_key as other_key, beside.judged_bytes as other_bytes
  from evaluation_lease l join evaluation_item i on i.id = l.item_id
  join evaluation_clip shown on shown.id = case when l.is_swapped = ($3 = 'A') then i.clip_b else i.clip_a end
  left join evaluation_clip beside on beside.id = case when l.is_swapped = ($3 = 'A') then i.clip_a else i.clip_b end
  where l.id = $1 and l.rater_id = $2 and (l.status = 'leased'
    or (l.status = 'submitted' and l.ended_at > $4::timestamptz - make_interval(secs => $5)))`;

/** Only files of items that the rater holds or can still undo. */
export const findJudgedFile = async (
  db: Db,
  { leaseId, raterId, slot, at }: { leaseId: string; raterId: string; slot: "A" | "B"; at: Date },
): Promise<JudgedFile | undefined> => {
  const { rows } = await executePrepared<Row>(db, FILE, [leaseId, raterId, slot, at, UNDO_S]);
  const [row] = rows;
  if (!row || row.key === null || row.bytes === null) return undefined;
  return {
    key: row.key,
    sizeBytes: Number(row.bytes),
    other:
      row.other_key === null || row.other_bytes === null
        ? undefined
        : { key: row.other_key, sizeBytes: Number(row.other_bytes) },
  };
};
