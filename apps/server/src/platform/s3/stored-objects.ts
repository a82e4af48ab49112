import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/database.ts";

/** The rows of one kind that name objects: what must be in storage for the database to be whole. */
export interface StoredObjects {
  /** What a row is, such as "asset version". */
  readonly what: string;
  readonly bucket: "assets" | "datasets";
  /** Columns that identify a row, in the order of an index. */
  readonly identity: readonly [string, ...string[]];
  /**
   * Selects the identity, `keys` (text[]), and `size_bytes` and `sha256` in hexadecimal of the first key; null if they are
   * not known.
   */
  readonly rows: RawBuilder<unknown>;
}

export interface StoredRow {
  readonly identity: readonly string[];
  readonly keys: readonly string[];
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

const select = ({ identity, rows }: StoredObjects, condition: RawBuilder<unknown>, limit: number) => {
  const columns = identity.map((name) => sql.ref(name));
  return sql<StoredRow>`
    select array[${sql.join(columns.map((column) => sql`${column}::text`))}] as identity, keys,
      size_bytes::float8 as "sizeBytes", sha256
    from (${rows}) stored where ${condition} order by ${sql.join(columns)} limit ${limit}`;
};

const identityOf = ({ identity }: StoredObjects) => sql`(${sql.join(identity.map((name) => sql.ref(name)))})`;

/** The next rows in the order of their identity. */
export const listStoredRows = async (
  db: Db,
  stored: StoredObjects,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<StoredRow[]> => {
  const isNext = after ? sql`${identityOf(stored)} > (${sql.join(after)})` : sql`true`;
  return (await select(stored, isNext, limit).execute(db)).rows;
};

/** The row as it is now; undefined when it names no object any more. */
export const findStoredRow = async (
  db: Db,
  stored: StoredObjects,
  identity: readonly string[],
): Promise<StoredRow | undefined> => {
  const { rows } = await select(stored, sql`${identityOf(stored)} = (${sql.join(identity)})`, 1).execute(db);
  return rows[0];
};
