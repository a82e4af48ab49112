import type { SecurityEventKind, SignInMethod } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface NewSecurityEvent {
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly method: SignInMethod | null;
  readonly userId: string | null;
  readonly typedHash: Buffer | null;
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** A refusal for trying too often is stored once a minute for each network: an attack must not fill the table. */
const THROTTLE_GRAIN_MS = 60_000;

export const insertSecurityEvent = async (db: Db, event: NewSecurityEvent): Promise<void> => {
  const since = new Date(event.at.getTime() - THROTTLE_GRAIN_MS);
  await sql`
    insert into security_event (at, kind, method, user_id, typed_hash, network, user_agent, request_id)
    select ${event.at}::timestamptz, ${event.kind}::text, ${event.method}::text, ${event.userId}::uuid,
      ${event.typedHash}::bytea, ${event.network}::text, ${event.userAgent}::text, ${event.requestId}::text
    where ${event.kind} <> 'sign_in_throttled' or not exists (
      select from (select kind, at from security_event where network = ${event.network} order by seq desc limit 100) as recent
        where recent.kind = 'sign_in_throttled' and recent.at > ${since}::timestamptz
    )`.execute(db);
};

export interface SecurityEventFilter {
  /** Events of this account, and those with this name typed. */
  readonly user?: { readonly name: string; readonly typedHashes: readonly Buffer[] } | undefined;
  readonly kind?: SecurityEventKind | undefined;
  readonly network?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export const listSecurityEvents = (db: Db, filter: SecurityEventFilter) => {
  const { user, kind, network, from, to, before, limit } = filter;
  let events = db
    .selectFrom("security_event as e")
    .leftJoin("console_user as u", "u.id", "e.user_id")
    .select(["e.seq", "e.at", "e.kind", "e.method", "u.username", "e.typed_hash", "e.network", "e.user_agent"]);
  if (user !== undefined) {
    events = events.where((eb) =>
      eb.or([
        eb(
          "e.user_id",
          "in",
          eb
            .selectFrom("console_user as named")
            .select("named.id")
            .where((name) => name.or([name("named.username", "=", user.name), name("named.email", "=", user.name)])),
        ),
        eb("e.typed_hash", "in", user.typedHashes),
      ]),
    );
  }
  if (kind !== undefined) events = events.where("e.kind", "=", kind);
  if (network !== undefined) events = events.where("e.network", "=", network);
  if (from !== undefined) events = events.where("e.at", ">=", from);
  if (to !== undefined) events = events.where("e.at", "<", to);
  if (before !== undefined) events = events.where("e.seq", "<", sql<bigint>`${before}`);
  return events.orderBy("e.seq", "desc").limit(limit).execute();
};

export const deleteOldSecurityEvents = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { rows } = await sql<{ deleted: number }>`
    select delete_old_security_events(${before}::timestamptz, ${limit}::integer) as deleted`.execute(db);
  return rows[0]?.deleted ?? 0;
};
