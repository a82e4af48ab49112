import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { NumberRange } from "../../platform/db/numbered-page.ts";
import type { OperationRow } from "./operation-log.store.ts";

export interface OperationFilter {
  readonly opType?: string | undefined;
  readonly userName?: string | undefined;
  /** From inclusive, to exclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface FullOperationRow extends OperationRow {
  request_id: string;
  source: string;
  result: string;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface Listed {
  /** Undefined for the whole chain, which is numbered by entry. */
  readonly list: string | undefined;
  readonly span: NumberRange;
}

/** The precomputed list that matches the filter exactly, if there is a filter. */
const listOf = ({ opType, userName }: OperationFilter): string | undefined => {
  if (opType !== undefined && userName !== undefined) return `both:${opType}:${userName}`;
  if (opType !== undefined) return `type:${opType}`;
  return userName === undefined ? undefined : `user:${userName}`;
};

/** The number of the last entry before a time. Time increases with the number, so one index lookup finds it. */
const lastBefore = (moment: Date) =>
  sql<bigint>`coalesce((select o.seq from operation o where o.at < ${moment} order by o.at desc, o.seq desc limit 1), 0)`;

/** The range of a filter at one moment. The log is append-only, so later entries never shift it. */
export const findSpan = async (db: Db, filter: OperationFilter): Promise<Listed> => {
  const list = listOf(filter);
  const seqLow = filter.from ? lastBefore(filter.from) : sql<bigint>`0`;
  const seqHigh = filter.to ? lastBefore(filter.to) : undefined;
  const { rows } = await (list === undefined
    ? sql<{ low: bigint; high: bigint }>`
        select ${seqLow} as low, ${seqHigh ?? sql`(select seq from operation_head)`} as high`
    : sql<{ low: bigint; high: bigint }>`
        select ${filter.from ? placeUpTo(list, seqLow) : sql`0`} as low,
          ${
            seqHigh
              ? placeUpTo(list, seqHigh)
              : sql`coalesce((select size from operation_listing_size where list = ${list}), 0)`
          } as high`
  ).execute(db);
  return { list, span: { first: Number(rows[0]?.low ?? 0) + 1, last: Number(rows[0]?.high ?? 0) } };
};

const placeUpTo = (list: string, seq: ReturnType<typeof lastBefore>) => sql<bigint>`coalesce((
  select l.position from operation_listing l where l.list = ${list} and l.seq <= ${seq} order by l.seq desc limit 1
), 0)`;

const COLUMNS = sql`o.seq, o.at, o.user_name, o.op_type, o.subjects, o.meta, o.reason, o.request_id, o.source, o.result,
  o.previous_hash, o.hash`;

/** Newest first. */
export const listOperationRows = async (
  db: Db,
  list: string | undefined,
  { first, last }: NumberRange,
): Promise<FullOperationRow[]> => {
  const { rows } = await (list === undefined
    ? sql<FullOperationRow>`
        select ${COLUMNS} from operation o where o.seq between ${first} and ${last} order by o.seq desc`
    : sql<FullOperationRow>`
        select ${COLUMNS} from operation_listing l join operation o on o.seq = l.seq
        where l.list = ${list} and l.position between ${first} and ${last} order by l.position desc`
  ).execute(db);
  return rows;
};

export const listOperationTypes = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("operation_type").select("op_type").orderBy("op_type").execute();
  return rows.map(({ op_type }) => op_type);
};

export interface ChainLink {
  readonly seq: bigint;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  /** The part of the hash input besides the previous hash, verbatim. */
  readonly content: string;
}

/** Oldest first. */
export const listLinks = async (db: Db, { first, last }: NumberRange): Promise<ChainLink[]> => {
  const { rows } = await sql<ChainLink>`
    select o.seq, o.previous_hash, o.hash, convert_from(operation_content(o), 'UTF8') as content
    from operation o where o.seq between ${first} and ${last} order by o.seq`.execute(db);
  return rows;
};
