import type { VerifyRun } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ShardVerdict, VerifyFault } from "./verdict.ts";

export interface Verification {
  readonly id: string;
  readonly uri: string;
  readonly profileId: string;
  readonly handle: string;
  readonly indexTag: string;
  readonly shards: readonly number[] | null;
  readonly decodesSamples: boolean;
  readonly status: VerifyRun["status"];
  readonly shardsDone: number;
  readonly shardsTotal: number;
  readonly bytesRead: number;
  readonly faultsTotal: number;
  readonly error: string | null;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select id, uri, profile_id as "profileId", handle, index_tag as "indexTag", shards, decodes_samples as "decodesSamples",
    status, shards_done as "shardsDone", shards_total as "shardsTotal", bytes_read::float8 as "bytesRead",
    faults_total::float8 as "faultsTotal", error, started_by as "startedBy", started_at as "startedAt",
    finished_at as "finishedAt"
  from viewer_verification`;

const MAX_FAULTS = 1_000;
const MAX_LISTED = 50;

export const findVerification = async (db: Db, id: string): Promise<Verification | undefined> => {
  const { rows } = await sql<Verification>`${SELECTED} where id = ${id}`.execute(db);
  return rows[0];
};

export const findVerificationLocked = async (tx: Tx, id: string): Promise<Verification | undefined> => {
  const { rows } = await sql<Verification>`${SELECTED} where id = ${id} for update`.execute(tx);
  return rows[0];
};

export const findVerificationByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<Verification | undefined> => {
  const { rows } = await sql<Verification>`
    ${SELECTED} where started_by = ${userId} and request_key = ${requestKey}`.execute(db);
  return rows[0];
};

/** Newest first, at most fifty per set. */
export const listVerificationsOf = async (
  db: Db,
  { profileId, uri }: { readonly profileId: string; readonly uri: string },
): Promise<{ items: Verification[]; total: number }> => {
  const { rows } = await sql<Verification>`
    ${SELECTED} where profile_id = ${profileId} and uri = ${uri}
    order by started_at desc, id desc limit ${MAX_LISTED}`.execute(db);
  const { total } = await db
    .selectFrom("viewer_verification")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("profile_id", "=", profileId)
    .where("uri", "=", uri)
    .executeTakeFirstOrThrow();
  return { items: rows, total };
};

export const countVerifying = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom("viewer_verification")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("started_by", "=", userId)
    .where("status", "in", ["Waiting", "Running"])
    .executeTakeFirstOrThrow();
  return count;
};

/** The first thousand, in shard order. */
export const listFaults = async (db: Db, id: string): Promise<VerifyFault[]> => {
  const { rows } = await sql<{ fault: VerifyFault }>`
    select fault from viewer_verified_shard s, jsonb_array_elements(s.faults) with ordinality as f (fault, place)
    where s.verification_id = ${id} and s.faults_total > 0
    order by s.shard, f.place limit ${MAX_FAULTS}`.execute(db);
  return rows.map(({ fault }) => fault);
};

export interface NewVerification
  extends Pick<
    Verification,
    "id" | "uri" | "profileId" | "handle" | "indexTag" | "shards" | "decodesSamples" | "shardsTotal" | "startedBy"
  > {
  readonly requestKey: string;
  readonly at: Date;
}

/** False when the same form was submitted before. */
export const insertVerification = async (tx: Tx, run: NewVerification): Promise<boolean> => {
  const row = await tx
    .insertInto("viewer_verification")
    .values({
      id: run.id,
      uri: run.uri,
      profile_id: run.profileId,
      handle: run.handle,
      index_tag: run.indexTag,
      shards: run.shards ? [...run.shards] : null,
      decodes_samples: run.decodesSamples,
      status: "Waiting",
      shards_total: run.shardsTotal,
      request_key: run.requestKey,
      started_by: run.startedBy,
      started_at: run.at,
    })
    .onConflict((conflict) => conflict.constraint("viewer_verification_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** The shards already verified; after a crash, the others are left to do. */
export const listVerifiedShards = async (db: Db, id: string): Promise<number[]> => {
  const rows = await db
    .selectFrom("viewer_verified_shard")
    .select("shard")
    .where("verification_id", "=", id)
    .orderBy("shard")
    .execute();
  return rows.map(({ shard }) => shard);
};

/** Returns whether the run continues. Idempotent: a shard counts once. */
export const noteVerdict = async (db: Db, id: string, shard: number, verdict: ShardVerdict): Promise<boolean> => {
  const { rows } = await sql<{ status: string }>`
    with noted as (
      insert into viewer_verified_shard (verification_id, shard, state, faults, faults_total, bytes_read)
      values (${id}, ${shard}, ${verdict.state}, ${JSON.stringify(verdict.faults)}, ${verdict.faultsTotal}, ${verdict.bytesRead})
      on conflict do nothing returning faults_total, bytes_read
    )
    update viewer_verification v set
      status = case when v.status = 'Waiting' then 'Running' else v.status end,
      shards_done = v.shards_done + (select count(*) from noted),
      bytes_read = v.bytes_read + coalesce((select sum(bytes_read) from noted), 0),
      faults_total = v.faults_total + coalesce((select sum(faults_total) from noted), 0)
    where v.id = ${id} returning v.status`.execute(db);
  return rows[0]?.status === "Running";
};

export const markRunning = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable("viewer_verification")
    .set({ status: "Running" })
    .where("id", "=", id)
    .where("status", "=", "Waiting")
    .execute();
};

/** Unless it has already ended. */
export const endVerification = async (
  db: Db,
  id: string,
  end: { readonly status: "Finished" | "Failed" | "Cancelled"; readonly error?: string; readonly at: Date },
): Promise<void> => {
  await db
    .updateTable("viewer_verification")
    .set({ status: end.status, error: end.error?.slice(0, 500) ?? null, finished_at: end.at })
    .where("id", "=", id)
    .where("status", "in", ["Waiting", "Running"])
    .execute();
};

const LOOKED_BACK = 10;

/** The newest verification result of each shard of exactly this index. */
export const listShardStates = async (
  db: Db,
  set: { readonly profileId: string; readonly uri: string; readonly indexTag: string },
  shard?: number,
): Promise<{ shard: number; state: ShardVerdict["state"] }[]> => {
  const { rows } = await sql<{ shard: number; state: ShardVerdict["state"] }>`
    with recent as (
      select id, started_at from viewer_verification
      where profile_id = ${set.profileId} and uri = ${set.uri} and index_tag = ${set.indexTag}
      order by started_at desc limit ${LOOKED_BACK}
    )
    select distinct on (s.shard) s.shard, s.state
    from viewer_verified_shard s join recent r on r.id = s.verification_id
    where ${shard ?? null}::int is null or s.shard = ${shard ?? null}::int
    order by s.shard, r.started_at desc`.execute(db);
  return rows;
};
