import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { ServiceCredential, ServiceSecret } from "../../platform/db/database.types.ts";

export type CredentialRow = Selectable<ServiceCredential>;
export type SecretRow = Selectable<ServiceSecret>;

export const findLiveCredential = (db: Db, keyId: string): Promise<CredentialRow | undefined> =>
  db
    .selectFrom("service_credential")
    .selectAll()
    .where("key_id", "=", keyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();

export const listLiveSecrets = (db: Db, credentialIds: readonly string[], now: Date): Promise<SecretRow[]> =>
  db
    .selectFrom("service_secret")
    .selectAll()
    .where("credential_id", "in", credentialIds.length > 0 ? [...credentialIds] : [sql<string>`null`])
    .where("expires_at", ">", now)
    .where("is_active", "=", true)
    .orderBy("version", "desc")
    .execute();

export const listCredentials = async (
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CredentialRow[]; total: number }> => {
  const rows = await db
    .selectFrom("service_credential")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom("service_credential")
    .select((of) => of.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

export const findCredentialByName = (db: Db, name: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom("service_credential")
    .select("id")
    .where("name", "=", name)
    .where("revoked_at", "is", null)
    .executeTakeFirst();

export const lockCredential = (tx: Tx, id: string): Promise<CredentialRow | undefined> =>
  tx.selectFrom("service_credential").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The most credits that a credential creates in 24 hours: none without a scope that creates any. */
export const getDailyCredits = async (tx: Tx, id: string): Promise<number> => {
  const { daily_credits } = await tx
    .selectFrom("service_credential")
    .select("daily_credits")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(daily_credits ?? 0);
};

export interface NewCredential {
  readonly id: string;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly dailyCredits: number | null;
  readonly by: string;
  readonly at: Date;
  readonly request?: { readonly key: string; readonly hash: Buffer } | undefined;
}

/** Locked, so that it cannot be revoked or rotated while its secret is read. */
export const findCredentialByRequest = (tx: Tx, by: string, key: string): Promise<CredentialRow | undefined> =>
  tx
    .selectFrom("service_credential")
    .selectAll()
    .where("created_by", "=", by)
    .where("request_key", "=", key)
    .forUpdate()
    .executeTakeFirst();

/** Undefined once there is a second secret. */
export const findOnlySecret = async (tx: Tx, credentialId: string): Promise<SecretRow | undefined> => {
  const rows = await tx
    .selectFrom("service_secret")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
};

/** Undefined when the name is taken, or the request was made before. */
export const insertCredential = (tx: Tx, made: NewCredential): Promise<CredentialRow | undefined> =>
  tx
    .insertInto("service_credential")
    .values({
      id: made.id,
      key_id: made.keyId,
      name: made.name,
      scopes: [...made.scopes],
      daily_credits: made.dailyCredits === null ? null : BigInt(made.dailyCredits),
      created_by: made.by,
      created_at: made.at,
      request_key: made.request?.key ?? null,
      request_hash: made.request?.hash ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const lastSecretVersion = async (tx: Tx, credentialId: string): Promise<number> => {
  const { version } = await tx
    .selectFrom("service_secret")
    .select((of) => of.fn.max("version").as("version"))
    .where("credential_id", "=", credentialId)
    .executeTakeFirstOrThrow();
  return version ?? 0;
};

export const insertSecret = async (
  tx: Tx,
  secret: { credentialId: string; version: number; sealed: Buffer; at: Date; isActive: boolean },
): Promise<void> => {
  const { credentialId, version, sealed, at, isActive } = secret;
  await tx
    .insertInto("service_secret")
    .values({ credential_id: credentialId, version, sealed, created_at: at, is_active: isActive })
    .execute();
};

/** Returns false when there is no such secret. */
export const activateSecret = async (
  tx: Tx,
  { credentialId, version }: { credentialId: string; version: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("service_secret")
    .set({ is_active: true })
    .where("credential_id", "=", credentialId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The newest accepted secret before this one stays valid for a grace period; older ones end now. */
export const endOlderSecrets = async (
  tx: Tx,
  { credentialId, version, now, goodUntil }: { credentialId: string; version: number; now: Date; goodUntil: Date },
): Promise<void> => {
  await tx
    .updateTable("service_secret")
    .set({
      expires_at: sql<Date>`least(expires_at, case when version = (
        select max(version) from service_secret where credential_id = ${credentialId} and version < ${version} and is_active
      ) then ${goodUntil}::timestamptz else ${now}::timestamptz end)`,
    })
    .where("credential_id", "=", credentialId)
    .where("version", "<", version)
    .execute();
};

export const revokeCredentialRow = (tx: Tx, id: string, at: Date): Promise<CredentialRow> =>
  tx
    .updateTable("service_credential")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const noteCredentialUse = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable("service_credential").set({ last_used_at: at }).where("id", "=", id).execute();
};
