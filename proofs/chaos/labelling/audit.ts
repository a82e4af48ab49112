// Invariants after all labellers have finished, read from the tables and not through the product.
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { listLabelFaults } from "../../../apps/server/src/testing/rigs/label-faults.ts";
import { listCounterFaults, listHandFaults, listRevisionFaults } from "./history-faults.ts";
import type { Reported } from "./reported.ts";

type Acknowledged = Pick<Reported, "labels" | "undone" | "skipped" | "drafts">;

const checkLabels = async (db: Db, taskId: string, { labels, undone }: Acknowledged): Promise<string[]> => {
  const rows = await db
    .selectFrom("label_revision")
    .select(["id", "client_id", "is_current", "undone_at"])
    .where("task_id", "=", taskId)
    .execute();
  const standing = new Map(rows.filter((row) => row.is_current).map((row) => [row.id, row.client_id]));
  const taken = new Set(rows.filter((row) => row.undone_at !== null).map(({ id }) => id));
  return [
    ...[...labels]
      .filter(([id, clientId]) => standing.get(id) !== clientId)
      .map(([id]) => `label ${id} was acknowledged and is not there`),
    ...[...standing.keys()]
      .filter((id) => !labels.has(id))
      .map((id) => `label ${id} exists and was not acknowledged to anybody`),
    ...[...undone].filter((id) => !taken.has(id)).map((id) => `label ${id} was undone and counts`),
  ];
};

const checkLeases = async (db: Db, taskId: string, { skipped, drafts }: Acknowledged): Promise<string[]> => {
  const { rows } = await sql<{ id: string; status: string; caption: string | null; is_kept: boolean | null }>`
    select id, status, draft ->> 'caption' as caption, (draft ->> 'is_kept')::boolean as is_kept
    from label_lease where task_id = ${taskId}`.execute(db);
  const leases = new Map(rows.map((row) => [row.id, row]));
  const isKept = (id: string, { caption, is_kept }: { caption?: unknown; is_kept?: unknown }): boolean => {
    const lease = leases.get(id);
    return lease?.caption === caption && lease?.is_kept === (is_kept ?? null);
  };
  return [
    ...[...skipped]
      .filter((id) => leases.get(id)?.status !== "skipped")
      .map((id) => `lease ${id} was skipped and is not`),
    ...[...drafts]
      .filter(([id, draft]) => !isKept(id, draft))
      .map(([id]) => `the draft of lease ${id} was acknowledged and is not there`),
  ];
};

const checkEnd = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ open: number; held: number }>`
    select count(*) filter (where done < overlap)::int as open, count(*) filter (where leased > 0)::int as held
    from label_item where task_id = ${taskId}`.execute(db);
  const { open = 0, held = 0 } = rows[0] ?? {};
  return open + held === 0 ? [] : [`${open} items are stuck, ${held} of them in somebody's hands`];
};

/** What does not agree with the acknowledgements or with itself. */
export const auditLabels = async (db: Db, taskId: string, acknowledged: Acknowledged): Promise<string[]> => [
  ...(await listLabelFaults(db, taskId)),
  ...(await listHandFaults(db, taskId)),
  ...(await listRevisionFaults(db, taskId)),
  ...(await listCounterFaults(db, taskId)),
  ...(await checkLabels(db, taskId, acknowledged)),
  ...(await checkLeases(db, taskId, acknowledged)),
];

export const audit = async (db: Db, taskId: string, reported: Reported): Promise<string[]> => [
  ...reported.faults,
  ...(await auditLabels(db, taskId, reported)),
  ...(await checkEnd(db, taskId)),
];
