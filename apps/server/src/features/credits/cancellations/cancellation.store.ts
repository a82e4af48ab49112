import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ProviderCancellation } from "../../../platform/db/database.types.ts";
import type { CancellationMode, ProviderProblem } from "./cancellation.rules.ts";

export type CancellationRow = Selectable<ProviderCancellation>;

const CLOSED = ["confirmed", "superseded"] as const;

export interface NewCancellation {
  readonly id: string;
  readonly requestKey: string;
  readonly planId: string;
  readonly mode: CancellationMode;
  readonly problem: ProviderProblem | undefined;
  readonly reportedStatus: string;
  readonly reportedCancelAt: Date | null;
  readonly at: Date;
}

export const insertProviderCancellation = (tx: Tx, row: NewCancellation): Promise<CancellationRow> =>
  tx
    .insertInto("provider_cancellation")
    .values({
      id: row.id,
      request_key: row.requestKey,
      plan_id: row.planId,
      mode: row.mode,
      state: row.problem === undefined ? "sending" : "not_told",
      problem: row.problem ?? null,
      reported_status: row.reportedStatus,
      reported_cancel_at: row.reportedCancelAt,
      requested_at: row.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The request that the provider has not confirmed, if any. The caller has locked the plan. */
export const findOpenCancellation = (tx: Tx, planId: string): Promise<CancellationRow | undefined> =>
  tx
    .selectFrom("provider_cancellation")
    .selectAll()
    .where("plan_id", "=", planId)
    .where("state", "not in", CLOSED)
    .executeTakeFirst();

/** A newer request replaces it: its workflow stops at the next attempt. */
export const supersedeCancellation = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable("provider_cancellation").set({ state: "superseded" }).where("id", "=", id).execute();
};

/** The request that counts, for each of these plans that has one. */
export const listCancellations = async (
  db: Db,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, CancellationRow>> => {
  if (planIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("provider_cancellation")
    .distinctOn("plan_id")
    .selectAll()
    .where("plan_id", "in", planIds)
    .where("state", "<>", "superseded")
    .orderBy("plan_id")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.plan_id, row]));
};

export interface CancellationAttempt {
  readonly row: CancellationRow;
  readonly userId: bigint;
  readonly email: string;
  readonly provider: string;
  readonly providerRef: string | null;
}

/** Counts the attempt before anything is sent: after a crash the next attempt asks the provider first. */
export const beginAttempt = async (db: Db, id: string): Promise<CancellationAttempt | undefined> => {
  const row = await db
    .updateTable("provider_cancellation")
    .set({ attempts: sql<number>`attempts + 1` })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const plan = await db
    .selectFrom("subscription")
    .innerJoin("end_user", "end_user.id", "subscription.user_id")
    .select(["end_user.id as user_id", "end_user.email", "subscription.provider", "subscription.provider_ref"])
    .where("subscription.id", "=", row.plan_id)
    .executeTakeFirstOrThrow();
  const { user_id: userId, email, provider, provider_ref: providerRef } = plan;
  return { row, userId, email, provider, providerRef };
};

/** The outcome is unknown. Stripe stores a 5xx answer under its idempotency key, so the next attempt uses another key. */
export const noteNoAnswer = async (
  db: Db,
  id: string,
  { detail, isStored }: { detail: string; isStored: boolean },
): Promise<void> => {
  await db
    .updateTable("provider_cancellation")
    .set({ problem: "no_answer", detail, ...(isStored && { key_version: sql<number>`key_version + 1` }) })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
};

/** False when it was noted before, or replaced. The provider's report may have arrived before its answer. */
export const noteAccepted = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("provider_cancellation")
    .set({
      state: sql<string>`case state when 'sending' then 'accepted' else state end`,
      accepted_at: at,
      problem: null,
      detail: "",
    })
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .where("state", "in", ["sending", "confirmed"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const noteUnsuccessful = async (
  tx: Tx,
  id: string,
  { state, problem, detail }: { state: "failed" | "not_told"; problem: ProviderProblem; detail: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("provider_cancellation")
    .set({ state, problem, detail })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** The caller has locked the plan. */
export const confirmCancellation = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .updateTable("provider_cancellation")
    .set({ state: "confirmed", confirmed_at: at, problem: null, detail: "" })
    .where("id", "=", id)
    .execute();
};

/** Keeps what the provider reports while the subscription shows the operator's request instead. */
export const noteReported = async (
  tx: Tx,
  id: string,
  { status, cancelAt }: { status: string; cancelAt: Date | undefined },
): Promise<void> => {
  await tx
    .updateTable("provider_cancellation")
    .set({ reported_status: status, reported_cancel_at: cancelAt ?? null })
    .where("id", "=", id)
    .execute();
};
