import type { PictureKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db/database.ts";

export interface PictureId {
  readonly datasetId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly kind: PictureKind;
}

export interface ClaimedPicture extends PictureId {
  readonly attempts: number;
}

export type PictureState =
  | { readonly status: "Waiting" | "Ready" }
  | { readonly status: "Failed"; readonly error: string; readonly retryAt: Date };

/** The queue is bounded: beyond this the oldest request is dropped, and its page requests it again if it is still open. */
const MAX_WAITING = 2_000;
/** Pictures requested within this time are of one page and are rendered from its top. */
const PAGE_MS = 4_000;
/** A page that requests a waiting picture again moves it forward, but not on every request. */
const REQUEUE_AFTER_S = 5;

export const findPicture = async (db: Db, picture: PictureId): Promise<PictureState | undefined> => {
  const row = await db
    .selectFrom("dataset_picture")
    .select(["status", "error", "due_at"])
    .where("dataset_id", "=", picture.datasetId)
    .where("version", "=", picture.version)
    .where("ordinal", "=", BigInt(picture.ordinal))
    .where("kind", "=", picture.kind)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.status === "Failed") return { status: "Failed", error: row.error ?? "", retryAt: row.due_at };
  return { status: row.status as "Waiting" | "Ready" };
};

/** Queues a picture that a page waits for, in front of the others. One that is queued already is not queued twice. */
export const requestPicture = async (db: Db, picture: PictureId, at: Date): Promise<void> => {
  const pageAt = new Date(Math.floor(at.getTime() / PAGE_MS) * PAGE_MS);
  await sql`
    with oldest as (
      select dataset_id, version, ordinal, kind from dataset_picture
      where status = 'Waiting' and due_at <= ${at}
        and (select count(*) from (select from dataset_picture where status = 'Waiting' limit ${MAX_WAITING}) w)
          >= ${MAX_WAITING}
      order by is_requested, requested_at limit 1 for update skip locked
    ), dropped as (
      delete from dataset_picture p using oldest o
      where (p.dataset_id, p.version, p.ordinal, p.kind) = (o.dataset_id, o.version, o.ordinal, o.kind)
    )
    insert into dataset_picture as p (dataset_id, version, ordinal, kind, status, is_requested, requested_at, due_at)
    values (${picture.datasetId}, ${picture.version}, ${picture.ordinal}, ${picture.kind}, 'Waiting', true, ${pageAt}, ${at})
    on conflict (dataset_id, version, ordinal, kind) do update
      set status = 'Waiting', error = null, is_requested = true, requested_at = excluded.requested_at,
        due_at = case when p.status = 'Failed' then excluded.due_at else p.due_at end
      where (p.status = 'Failed' and p.due_at <= excluded.due_at)
        or (p.status = 'Waiting' and not p.is_requested)
        or (p.status = 'Waiting' and p.requested_at < excluded.requested_at - make_interval(secs => ${REQUEUE_AFTER_S}))`.execute(
    db,
  );
};

/** Queues posters that nobody has requested yet, behind those that somebody waits for. */
export const insertPosters = async (
  tx: Tx,
  { datasetId, version, ordinals }: { datasetId: string; version: number; ordinals: readonly number[] },
  at: Date,
): Promise<void> => {
  if (ordinals.length === 0) return;
  await sql`
    insert into dataset_picture (dataset_id, version, ordinal, kind, status, is_requested, requested_at, due_at)
    select ${datasetId}, ${version}, ordinal, 'poster', 'Waiting', false, ${at}, ${at}
    from unnest(${ordinals}::bigint[]) as ordinal on conflict do nothing`.execute(tx);
};

/** Leases waiting pictures to a worker, the newest pages first; a lease that is not completed expires. */
export const claimPictures = async (
  db: Db,
  { limit, leaseS, at }: { limit: number; leaseS: number; at: Date },
): Promise<ClaimedPicture[]> => {
  const { rows } = await sql<{
    dataset_id: string;
    version: number;
    ordinal: string;
    kind: PictureKind;
    attempts: number;
  }>`
    update dataset_picture p set due_at = ${at}::timestamptz + make_interval(secs => ${leaseS}), attempts = p.attempts + 1
    from (
      select dataset_id, version, ordinal, kind from dataset_picture where status = 'Waiting' and due_at <= ${at}
      order by is_requested desc, requested_at desc, ordinal limit ${limit} for update skip locked
    ) c
    where (p.dataset_id, p.version, p.ordinal, p.kind) = (c.dataset_id, c.version, c.ordinal, c.kind)
    returning p.dataset_id, p.version, p.ordinal::text, p.kind, p.attempts`.execute(db);
  return rows.map((row) => ({
    datasetId: row.dataset_id,
    version: row.version,
    ordinal: Number(row.ordinal),
    kind: row.kind,
    attempts: row.attempts,
  }));
};

/** Completes a picture once: false when another worker has completed it, or it was dropped from the queue. */
export const settlePicture = async (
  tx: Tx,
  { datasetId, version, ordinal, kind }: PictureId,
  failure: { readonly error: string; readonly retryAt: Date } | undefined,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update dataset_picture
    set status = ${failure ? "Failed" : "Ready"}, error = ${failure?.error.slice(0, 500) ?? null},
      due_at = coalesce(${failure?.retryAt ?? null}::timestamptz, due_at)
    where dataset_id = ${datasetId} and version = ${version} and ordinal = ${ordinal} and kind = ${kind}
      and status = 'Waiting'`.execute(tx);
  return numAffectedRows > 0n;
};

/** Of a dataset that was deleted meanwhile: nobody can request it any more. */
export const deletePicture = async (db: Db, { datasetId, version, ordinal, kind }: PictureId): Promise<void> => {
  await sql`delete from dataset_picture
    where dataset_id = ${datasetId} and version = ${version} and ordinal = ${ordinal} and kind = ${kind}`.execute(db);
};

export const countWaitingPictures = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dataset_picture where status = 'Waiting'`.execute(db);
  return rows[0]?.n ?? 0;
};
