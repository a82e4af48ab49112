import type { JoinedColumnSet, MeasuredColumn, Replica } from "../replica/replica.ts";
import type { ReplicaAbout } from "../replica/replica-file.ts";

/** The same in every process and for ever, because cursors and caches contain column ids. */
const columnSetAlias = (id: string): string => `s${id.replaceAll("-", "")}`;

const storedName = (at: number): string => `c${at}`;

export const joinableSet = (id: string, name: string, { rows, columns, stats }: ReplicaAbout): JoinedColumnSet => {
  const alias = columnSetAlias(id);
  const measured = columns.map((column, at): MeasuredColumn => {
    const measuredStats = stats[at] ?? { nulls: rows, distinct: 0, min: null, max: null };
    return { ...column, id: `${alias}_${column.id}`, stats: measuredStats };
  });
  return { alias, name, rows, columns: measured };
};

/** The replica with the columns of these sets. Items that a set does not have count as missing values. */
export const withColumnSets = (replica: Replica, sets: readonly JoinedColumnSet[]): Replica => {
  if (sets.length === 0) return replica;
  const columns = sets.flatMap((set) =>
    set.columns.map((column) => {
      const present = set.rows - column.stats.nulls;
      return { ...column, stats: { ...column.stats, nulls: Math.max(0, replica.rows - present) } };
    }),
  );
  const byName = new Map([...replica.byName, ...columns.map((column) => [column.name, column] as const)]);
  return { ...replica, byName, sets };
};

/** Column ids are generated and values are bound, so the text of a statement names exactly the sets that it reads. */
export const setsReadBy = ({ sets }: Pick<Replica, "sets">, ...sqls: readonly string[]): readonly JoinedColumnSet[] =>
  sets.filter(({ alias }) => sqls.some((sql) => sql.includes(alias)));

const columnsSql = ({ alias, columns }: JoinedColumnSet): string[] =>
  columns.map(({ id }, at) => `${alias}.${storedName(at)} as ${id}`);

const leftJoin = ({ alias, name }: JoinedColumnSet): string =>
  `left join ${name}.items as ${alias} on ${alias}.ordinal = i.rowid`;

/**
 * The items as a table for a statement with these parts. Sets that it does not read are not joined. Joined rows come in no
 * particular order.
 */
export const itemsTable = (replica: Replica, ...sqls: readonly string[]): string => {
  const read = setsReadBy(replica, ...sqls);
  if (read.length === 0) return `${replica.name}.items`;
  const columns = ["i.rowid as rowid", "i.*", ...read.flatMap(columnsSql)].join(", ");
  return `(select ${columns} from ${replica.name}.items as i ${read.map(leftJoin).join(" ")})`;
};

/** The same, but only the items that one set has: enough to count its values, and much smaller. */
export const labelledItemsTable = (replica: Replica, set: JoinedColumnSet, ...sqls: readonly string[]): string => {
  const others = setsReadBy(replica, ...sqls).filter(({ alias }) => alias !== set.alias);
  const own = columnsSql(set);
  const labelled = `${set.name}.items as ${set.alias}`;
  if (others.length === 0 && sqls.every((sql) => sql === "true"))
    return `(select ${set.alias}.ordinal as rowid, ${own.join(", ")} from ${labelled} where ${set.alias}.ordinal < ${replica.rows})`;
  const columns = ["i.rowid as rowid", "i.*", ...own, ...others.flatMap(columnsSql)].join(", ");
  const joined = `${labelled} join ${replica.name}.items as i on i.rowid = ${set.alias}.ordinal`;
  return `(select ${columns} from ${joined} ${others.map(leftJoin).join(" ")})`;
};

/** The stored columns of a set that have these ids. */
export const storedColumns = (
  { alias, columns }: JoinedColumnSet,
  ids: readonly string[],
): { readonly id: string; readonly sql: string }[] =>
  columns.flatMap(({ id }, at) => (ids.includes(id) ? [{ id, sql: `${alias}.${storedName(at)}` }] : []));
