import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export interface ChainHead {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Null before the first entry. */
  readonly at: Date | null;
}

export const getOperationHead = async (db: Db): Promise<ChainHead> => {
  const { seq, hash, at } = await db
    .selectFrom("operation_head")
    .select(["seq", "hash", "at"])
    .executeTakeFirstOrThrow();
  return { seq: Number(seq), hash: hash.toString("hex"), at: seq === 0n ? null : at };
};

export const findOperationHash = async (db: Db, seq: number): Promise<string | undefined> => {
  const entry = await db.selectFrom("operation").select("hash").where("seq", "=", BigInt(seq)).executeTakeFirst();
  return entry?.hash.toString("hex");
};

/**
 * The first number in (from, to] whose entry is missing, changed, or does not follow its predecessor. Entry `from` counts as
 * verified but must still match its hash; 0 means the beginning.
 */
export const findBrokenEntry = async (
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ broken: bigint | null; last: bigint | null }>`
    select min(e.expected_seq) filter (where not e.is_sound) as broken, max(e.seq) as last from (
      select o.seq, coalesce(lag(o.seq) over chain + 1, greatest(${from}::bigint, 1)) as expected_seq,
        o.seq = coalesce(lag(o.seq) over chain + 1, greatest(${from}::bigint, 1))
          and o.hash = sha256(o.previous_hash || operation_content(o))
          and o.previous_hash = coalesce(
            lag(o.hash) over chain,
            case when ${from}::bigint = 0 then sha256('dailies operation log') else o.previous_hash end
          ) as is_sound
        from operation o where o.seq between ${from} and ${to} window chain as (order by o.seq)
    ) e`.execute(db);
  const [row] = rows;
  if (row?.broken) return Number(row.broken);
  const last = Number(row?.last ?? Math.max(from, 1) - 1);
  return last < to ? last + 1 : undefined;
};
