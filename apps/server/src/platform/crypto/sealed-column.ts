import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { createSeal, SealError, sealHead } from "./seal.ts";
import type { SecretKeys } from "./secret-keys.ts";

/** Where encrypted values of one purpose are stored. */
export interface SealedColumn {
  readonly purpose: string;
  readonly table: string;
  readonly column: string;
  /** The columns of the row that a value is bound to, in order. They identify the row. */
  readonly boundTo: readonly string[];
}

const BATCH_ROWS = 200;

/** How many values each key has encrypted, by the id of the key. */
export const countSealed = async (db: Db, { table, column }: SealedColumn): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ key_id: string; values: number }>`
    select encode(substr(${sql.ref(column)}, 2, 4), 'hex') as key_id, count(*)::int as values
    from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(db);
  return new Map(rows.map(({ key_id, values }) => [key_id, values]));
};

export interface Resealed {
  readonly resealed: number;
  /** Values that no configured key opens. They stay as they are. */
  readonly unreadable: number;
}

/**
 * Encrypts every value of the column that another key encrypted with the current one. Values may be read and written
 * meanwhile: one that changed after it was read is left to its writer.
 */
export const resealColumn = async (db: Db, column: SealedColumn, secretKeys: SecretKeys): Promise<Resealed> => {
  const seal = createSeal(secretKeys, column.purpose);
  const value = sql.ref(column.column);
  const table = sql.table(column.table);
  const names = column.boundTo.map((name) => sql`${sql.ref(name)}::text`);
  const list = sql`(${sql.join(names)})`;
  const equal = (about: readonly string[]) => sql`${list} = (${sql.join(about)})`;
  let [resealed, unreadable] = [0, 0];
  for (let after: readonly string[] | undefined; ; ) {
    const { rows } = await sql<{ about: string[]; sealed: Buffer }>`
      select array[${sql.join(names)}] as about, ${value} as sealed from ${table}
      where ${value} is not null and substr(${value}, 1, 5) <> ${sealHead(secretKeys.current)}
        and ${after ? sql`${list} > (${sql.join(after)})` : sql`true`}
      order by ${sql.join(names)} limit ${BATCH_ROWS}`.execute(db);
    for (const { about, sealed } of rows) {
      const text = openOrUndefined(() => seal.open(sealed, about));
      if (text === undefined) {
        unreadable += 1;
        continue;
      }
      const changed = await sql`
        update ${table} set ${value} = ${seal.seal(text, about)} where ${equal(about)} and ${value} = ${sealed}`.execute(
        db,
      );
      resealed += Number(changed.numAffectedRows ?? 0);
    }
    if (rows.length < BATCH_ROWS) return { resealed, unreadable };
    after = rows.at(-1)?.about;
  }
};

const openOrUndefined = (open: () => string): string | undefined => {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
};
