import { MAX_PASSKEYS } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

const ITEM = ["id", "name", "created_at", "last_used_at", "is_backup_eligible", "is_backed_up"] as const;

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom("passkey")
    .select(["credential_id", "transports"])
    .select(ITEM)
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export type PasskeyRow = Pick<Awaited<ReturnType<typeof listPasskeys>>[number], (typeof ITEM)[number]>;

/** With the user whose passkey it is. */
export const findPasskey = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom("passkey as p")
    .innerJoin("console_user as u", "u.id", "p.user_id")
    .innerJoin("passkey_user as h", "h.user_id", "p.user_id")
    .select(["p.id", "p.user_id", "p.public_key", "p.is_backup_eligible", "h.handle", "u.is_enabled"])
    .where("p.credential_id", "=", credentialId)
    .executeTakeFirst();

/** The random number that stands for the user on their devices; the same for all their passkeys. */
export const findOrCreateHandle = async (db: Db, userId: string, fresh: Buffer): Promise<Buffer> => {
  await db
    .insertInto("passkey_user")
    .values({ user_id: userId, handle: fresh })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  const row = db.selectFrom("passkey_user").select("handle").where("user_id", "=", userId);
  return (await row.executeTakeFirstOrThrow()).handle;
};

/** A number that no passkey of the user has; undefined when they have as many as a person may. Locks the user's passkeys. */
export const takeFreeSlot = async (tx: Tx, userId: string): Promise<number | undefined> => {
  await tx.selectFrom("passkey_user").select("user_id").where("user_id", "=", userId).forUpdate().execute();
  const taken = await tx.selectFrom("passkey").select("slot").where("user_id", "=", userId).execute();
  const slots = new Set(taken.map(({ slot }) => slot));
  return Array.from({ length: MAX_PASSKEYS }, (_, n) => n + 1).find((slot) => !slots.has(slot));
};

export interface NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly slot: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly at: Date;
}

/** Undefined when the credential belongs to a passkey already, of whichever user. */
export const insertPasskey = (tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> =>
  tx
    .insertInto("passkey")
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      slot: passkey.slot,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: BigInt(passkey.signCount),
      transports: [...passkey.transports],
      is_backup_eligible: passkey.isBackupEligible,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
      created_at: passkey.at,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(ITEM)
    .executeTakeFirst();

/**
 * Stores the counter of a verified signature. False when it is not above the last one, unless the authenticator does not
 * count: then the same signature, or a copy of the key, has been used before.
 */
export const recordPasskeyUse = async (
  db: Db,
  id: string,
  { signCount, isBackedUp, at }: { signCount: number; isBackedUp: boolean; at: Date },
): Promise<boolean> => {
  const count = BigInt(signCount);
  const used = await db
    .updateTable("passkey")
    .set({ sign_count: count, is_backed_up: isBackedUp, last_used_at: at })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("sign_count", "<", count), eb.and([eb("sign_count", "=", 0n), sql<boolean>`${count} = 0`])]),
    )
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
};

export const renamePasskey = (
  db: Db,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(ITEM)
    .executeTakeFirst();

/** Returns its name; undefined when this user has no such passkey. */
export const deletePasskey = async (tx: Tx, userId: string, id: string): Promise<string | undefined> => {
  const deleted = tx.deleteFrom("passkey").where("id", "=", id).where("user_id", "=", userId).returning("name");
  return (await deleted.executeTakeFirst())?.name;
};
