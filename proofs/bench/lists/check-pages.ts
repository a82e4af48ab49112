// Checks that the fast queries return the same as plain OFFSET and COUNT on the same table.
import { type RawBuilder, sql } from "kysely";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import type { Seeded } from "../../seeded.ts";
import { type Asker, deepOffset, type Filter, type ListCase, PAGE, type Sized, targetOf } from "./list-cases.ts";

const PAGES = 2;

const conditions = (filter: Filter): RawBuilder<unknown> => {
  const all = [
    sql`true`,
    ...(filter.account === undefined ? [] : [sql`account_id = ${filter.account}`]),
    ...(filter.operator === undefined ? [] : [sql`user_name = ${filter.operator}`]),
    ...(filter.type === undefined ? [] : [sql`op_type = ${filter.type}`]),
    ...(filter.from ? [sql`at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`at < ${filter.to}`] : []),
  ];
  return sql.join(all, sql` and `);
};

export const checkPages = (
  { url, asker }: { url: string; asker: Asker },
  list: ListCase,
  sized: readonly Sized[],
  random: Seeded,
): Promise<string[]> =>
  withDatabase(url, async (db) => {
    const faults: string[] = [];
    const table = sql.table(list.isHistory ? "operation" : "credit_movement");
    for (let n = 0; n < PAGES; n++) {
      const { filter, total } = random.pick(sized);
      const offset = deepOffset(total, random);
      const page = await asker.ask(targetOf(list, filter, offset));
      const counted = await sql<{ n: bigint }>`select count(*) as n from ${table} where ${conditions(filter)}`.execute(
        db,
      );
      const { rows } = await sql<{ seq: bigint }>`
        select seq from ${table} where ${conditions(filter)} order by seq desc limit ${PAGE} offset ${offset}`.execute(
        db,
      );
      if (Number(counted.rows[0]?.n) !== page.total) faults.push(`${page.total} told, ${counted.rows[0]?.n} there`);
      if (rows.map(({ seq }) => Number(seq)).join() !== page.seqs.join()) faults.push(`another page at ${offset}`);
    }
    return faults;
  });
