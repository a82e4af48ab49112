import { itemsTable } from "../column-sets/join-column-sets.ts";
import type { Selection } from "../query/selection.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";

export interface CountedReason {
  /** Null for rows to which no reason applies. */
  readonly reason: string | null;
  readonly items: number;
  readonly bytes: number;
  readonly largestBytes: number;
  readonly durationS: number;
}

interface Reasons {
  /** The first that applies counts. The names are fixed words of the code. */
  readonly reasons: readonly { readonly reason: string; readonly sql: string }[];
  /** The bytes of a row. */
  readonly bytesSql: string;
}

/** Counts the selected rows by the first reason that applies to them, in one scan. */
export const countByReason = async (
  engine: ReplicaEngine,
  { replica, clause }: Pick<Selection, "replica" | "clause">,
  { reasons, bytesSql }: Reasons,
  signal: AbortSignal,
): Promise<CountedReason[]> => {
  const duration = replica.byName.get("duration_s")?.id ?? "null::double";
  const cases = reasons.map(({ reason, sql }) => `when ${sql} then '${reason}'`).join(" ");
  const reason = cases === "" ? "null::varchar" : `(case ${cases} end)`;
  const items = itemsTable(replica, clause.sql, reason, bytesSql);
  const sql = `select r, count(*), sum(b)::double, max(b)::double, coalesce(sum(d), 0) from (
    select ${reason} as r, (${bytesSql})::hugeint as b, ${duration} as d from ${items} where ${clause.sql}
  ) group by r`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([r, count, bytes, largest, durationS]) => ({
    reason: r === null || r === undefined ? null : String(r),
    items: Number(count),
    bytes: Number(bytes),
    largestBytes: Number(largest),
    durationS: Number(durationS),
  }));
};
