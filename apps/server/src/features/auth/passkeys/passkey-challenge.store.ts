import type { Db } from "../../../platform/db/database.ts";

export type ChallengePurpose = "sign_in" | "second_step" | "confirmation" | "enrolment";

export interface NewChallenge {
  readonly tokenHash: Buffer;
  readonly challengeHash: Buffer;
  readonly purpose: ChallengePurpose;
  /** Undefined where whoever answers is not known yet. */
  readonly userId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const insertChallenge = async (db: Db, challenge: NewChallenge): Promise<void> => {
  await db
    .insertInto("passkey_challenge")
    .values({
      token_hash: challenge.tokenHash,
      challenge_hash: challenge.challengeHash,
      purpose: challenge.purpose,
      user_id: challenge.userId ?? null,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute();
};

/** Deletes it, so that it is answered once, right or wrong. Undefined when it has expired or was made for something else. */
export const takeChallenge = async (
  db: Db,
  tokenHash: Buffer,
  { purpose, userId, now }: { purpose: ChallengePurpose; userId: string | undefined; now: Date },
): Promise<Buffer | undefined> => {
  const taken = await db
    .deleteFrom("passkey_challenge")
    .where("token_hash", "=", tokenHash)
    .returning(["challenge_hash", "purpose", "user_id", "expires_at"])
    .executeTakeFirst();
  if (!taken || taken.purpose !== purpose || taken.user_id !== (userId ?? null)) return undefined;
  return taken.expires_at > now ? taken.challenge_hash : undefined;
};
