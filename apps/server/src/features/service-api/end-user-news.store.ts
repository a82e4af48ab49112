import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { EndUserRow } from "../credits/index.ts";

export interface EndUserNews {
  readonly email: string;
  readonly externalId: string | undefined;
  readonly name: string;
  readonly status: string;
  readonly hasConsented: boolean;
  readonly createdAt: Date | undefined;
  readonly toldAt: Date;
}

/** Advisory lock on the email and the external id: serialises requests even while there is no row to lock. */
export const waitForTurn = async (tx: Tx, { email, externalId }: EndUserNews): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 1))`.execute(tx);
  if (externalId !== undefined) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${externalId}, 2))`.execute(tx);
  }
};

/** The users with this email or external id: none, one, or two in conflict. */
export const lockNamed = (tx: Tx, { email, externalId }: EndUserNews): Promise<EndUserRow[]> =>
  tx
    .selectFrom("end_user")
    .selectAll()
    .where((is) =>
      externalId === undefined
        ? is("email", "=", email)
        : is.or([is("email", "=", email), is("external_id", "=", externalId)]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

export const insertEndUser = async (tx: Tx, news: EndUserNews): Promise<void> => {
  await tx
    .insertInto("end_user")
    .values({
      email: news.email,
      external_id: news.externalId ?? null,
      name: news.name,
      status: news.status,
      has_consented: news.hasConsented,
      created_at: news.createdAt ?? news.toldAt,
      seen_at: news.toldAt,
      told_at: news.toldAt,
    })
    .execute();
};

/** False when the stored state is newer. */
export const updateEndUser = async (tx: Tx, id: bigint, news: EndUserNews): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("end_user")
    .set({
      email: news.email,
      name: news.name,
      status: news.status,
      has_consented: news.hasConsented,
      ...(news.externalId !== undefined && { external_id: news.externalId }),
      ...(news.createdAt && { created_at: sql<Date>`least(created_at, ${news.createdAt}::timestamptz)` }),
      seen_at: sql<Date>`greatest(seen_at, ${news.toldAt}::timestamptz)`,
      told_at: news.toldAt,
    })
    .where("id", "=", id)
    .where("told_at", "<=", news.toldAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};
