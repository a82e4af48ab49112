import { ERROR_STATUS, type PackageComparison } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db/database.ts";
import type { ActivityFault } from "../../../../platform/temporal/activity-fault.workflow.ts";

export interface ComparisonRow {
  readonly id: string;
  readonly status: PackageComparison["status"];
  readonly packageId: string;
  readonly againstId: string;
  readonly error: string | null;
  readonly result: PackageComparison["result"];
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select id, status, package_id as "packageId", against_id as "againstId", error, result, finished_at as "finishedAt"
  from package_comparison`;

export const findComparison = async (db: Db, id: string): Promise<ComparisonRow | undefined> =>
  (await sql<ComparisonRow>`${SELECTED} where id = ${id}`.execute(db)).rows[0];

export interface ComparedPair {
  readonly packageId: string;
  readonly againstId: string;
}

export const findNewestComparison = async (
  db: Db,
  { packageId, againstId }: ComparedPair,
): Promise<ComparisonRow | undefined> => {
  const { rows } = await sql<ComparisonRow>`
    ${SELECTED} where package_id = ${packageId} and against_id = ${againstId} order by created_at desc limit 1`.execute(
    db,
  );
  return rows[0];
};

export const countUnfinishedComparisons = async (tx: Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from package_comparison
    where created_by = ${userId} and status in ('Waiting', 'Running')`.execute(tx);
  return rows[0]?.n ?? 0;
};

/** Returns false when the pair is being compared or was. */
export const insertComparison = async (
  tx: Tx,
  comparison: ComparedPair & { readonly id: string; readonly createdBy: string; readonly at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("package_comparison")
    .values({
      id: comparison.id,
      package_id: comparison.packageId,
      against_id: comparison.againstId,
      status: "Waiting",
      created_by: comparison.createdBy,
      created_at: comparison.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Returns false when it is over. */
export const beginComparison = async (db: Db, id: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package_comparison set status = 'Running' where id = ${id} and status in ('Waiting', 'Running')`.execute(db);
  return numAffectedRows > 0n;
};

export const finishComparison = async (
  db: Db,
  id: string,
  { result, at }: { readonly result: NonNullable<PackageComparison["result"]>; readonly at: Date },
): Promise<void> => {
  await sql`
    update package_comparison set status = 'Finished', result = ${JSON.stringify(result)}::jsonb, finished_at = ${at}
    where id = ${id} and status = 'Running'`.execute(db);
};

const UNEXPECTED = "comparing stopped at an unexpected fault; compare again";

/** Faults that the caller can understand are kept in their words. */
export const failComparison = async (db: Db, id: string, { code, message }: ActivityFault, at: Date): Promise<void> => {
  const error = (Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED).slice(0, 500);
  await sql`
    update package_comparison set status = 'Failed', error = ${error}, finished_at = ${at}
    where id = ${id} and status in ('Waiting', 'Running')`.execute(db);
};

/** Items of the list that could not be read when the package was written; of each reason, those that were kept. */
export const listUnreadOrdinals = async (db: Db, packageId: string): Promise<Set<number>> => {
  const { rows } = await sql<{ ordinal: number }>`
    select ordinal::float8 as ordinal from package_left_out
    where package_id = ${packageId} and reason in ('object_missing', 'object_truncated', 'unreadable')`.execute(db);
  return new Set(rows.map(({ ordinal }) => ordinal));
};
