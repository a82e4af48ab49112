import type { SecondFactorKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** What a sign-in of this user can be completed with; empty when it has one step. */
export const listSecondFactors = async (db: Db, userId: string): Promise<SecondFactorKind[]> => {
  const { rows } = await sql<{ passkey: boolean; totp: boolean }>`select
    exists (select from passkey where user_id = ${userId}) as passkey,
    exists (select from totp_factor where user_id = ${userId} and confirmed_at is not null) as totp`.execute(db);
  const kinds = (["passkey", "totp"] as const).filter((kind) => rows[0]?.[kind]);
  return kinds.length === 0 ? [] : [...kinds, "recovery_code"];
};

export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await listSecondFactors(db, userId)).length > 0;

export const findTotp = (db: Db, userId: string) =>
  db
    .selectFrom("totp_factor")
    .select(["sealed_secret", "confirmed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** Replaces a secret that was never confirmed; false when the account has a confirmed one. */
export const startTotpFactor = async (
  db: Db,
  { userId, sealedSecret, at }: { userId: string; sealedSecret: Buffer; at: Date },
): Promise<boolean> => {
  const started = await db
    .insertInto("totp_factor")
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: at, last_step: 0n })
        .where("totp_factor.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return started !== undefined;
};

/** Returns true for exactly one caller for each step, and for none of an earlier step. */
export const takeStep = async (db: Db, userId: string, step: number): Promise<boolean> => {
  const taken = await db
    .updateTable("totp_factor")
    .set({ last_step: BigInt(step) })
    .where("user_id", "=", userId)
    .where("last_step", "<", BigInt(step))
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
};

/** False when another request confirmed it first, or replaced the secret whose code was checked. */
export const confirmTotpFactor = async (
  tx: Tx,
  { userId, sealedSecret, at }: { userId: string; sealedSecret: Buffer; at: Date },
): Promise<boolean> => {
  const confirmed = await tx
    .updateTable("totp_factor")
    .set({ confirmed_at: at })
    .where("user_id", "=", userId)
    .where("sealed_secret", "=", sealedSecret)
    .where("confirmed_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return confirmed !== undefined;
};

/** False when the user has no authenticator app. */
export const deleteTotp = async (tx: Tx, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom("totp_factor").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Deletes the recovery codes once there is nothing left that they could replace. */
export const deleteUnusedRecoveryCodes = async (tx: Tx, userId: string): Promise<void> => {
  if (await hasSecondFactor(tx, userId)) return;
  await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
};

/** Deletes every second factor of the user; false when there was none. */
export const deleteSecondFactors = async (tx: Tx, userId: string): Promise<boolean> => {
  const passkeys = await tx.deleteFrom("passkey").where("user_id", "=", userId).executeTakeFirst();
  const hadTotp = await deleteTotp(tx, userId);
  await deleteUnusedRecoveryCodes(tx, userId);
  return hadTotp || passkeys.numDeletedRows > 0n;
};

export const replaceRecoveryCodes = async (
  tx: Tx,
  userId: string,
  { hashes, at }: { hashes: readonly Buffer[]; at: Date },
): Promise<void> => {
  await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: at }));
  await tx.insertInto("recovery_code").values(rows).execute();
};

export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> => {
  const { left } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<string>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** Returns true for exactly one caller. */
export const takeRecoveryCode = async (db: Db, userId: string, hash: Buffer, at: Date): Promise<boolean> => {
  const taken = await db
    .updateTable("recovery_code")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
};
