import type { QueryValue } from "../replica/engine/engine-calls.ts";
import type { ReplicaEngine } from "../replica/engine/replica-engine.ts";
import type { Replica } from "../replica/replica.ts";
import { setsReadBy, storedColumns } from "./join-column-sets.ts";

/** Values by column id; items that no set has are absent. */
export type SetCells = ReadonlyMap<number, ReadonlyMap<string, QueryValue>>;

/** The values that some items have in column sets. For few items this is much cheaper than a join with all of them. */
export const selectSetCells = async (
  engine: ReplicaEngine,
  replica: Pick<Replica, "sets">,
  { ordinals, ids }: { readonly ordinals: readonly number[]; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<SetCells> => {
  const cells = new Map<number, Map<string, QueryValue>>();
  if (ordinals.length === 0) return cells;
  for (const set of setsReadBy(replica, ...ids)) {
    const columns = storedColumns(set, ids);
    const wanted = "select unnest(from_json($1, '[\"BIGINT\"]'))";
    const sql = `select ${["ordinal", ...columns.map((column) => column.sql)].join(", ")}
      from ${set.name}.items as ${set.alias} where ordinal in (${wanted})`;
    const rows = await engine.ask({ sql, values: [{ type: "VARCHAR", value: JSON.stringify(ordinals) }] }, signal);
    for (const [ordinal, ...values] of rows) {
      const row = cells.get(Number(ordinal)) ?? new Map<string, QueryValue>();
      for (const [at, { id }] of columns.entries()) row.set(id, values[at] ?? null);
      cells.set(Number(ordinal), row);
    }
  }
  return cells;
};
