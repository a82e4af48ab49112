import { randomBytes } from "node:crypto";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { noteProviderOfSession, type ProviderSignIn } from "./provider-session.store.ts";
import { MAX_SESSIONS, sessionExpiry } from "./session.rules.ts";
import { deleteOldestSessions, insertSession } from "./session.store.ts";

/** Where a user signs in from, as far as we store it. */
export interface Device {
  userAgent: string;
  network: string;
}

/** How a session was begun. */
export interface Beginning extends Device {
  /** The first factor was a mailed code. */
  readonly isByCode?: boolean;
  /** The first factor was a sign-in at an OpenID provider. */
  readonly provider?: ProviderSignIn | undefined;
  /** When the person proved who they are, if that was before now. */
  readonly signedInAt?: Date;
}

/** Always issues a new token, against session fixation. With a provider, call it in a transaction. */
export const openSession = async (
  db: Db,
  userId: string,
  { userAgent, network, isByCode = false, provider, signedInAt }: Beginning,
  now: Date,
): Promise<string> => {
  const token = newToken();
  const id = newId();
  await insertSession(db, {
    id,
    tokenHash: hashToken(token),
    userId,
    userAgent,
    network,
    isByCode,
    now,
    signedInAt: signedInAt ?? now,
    expiresAt: sessionExpiry(now),
  });
  if (provider) await noteProviderOfSession(db, id, provider);
  await deleteOldestSessions(db, userId, MAX_SESSIONS);
  return token;
};

export const newToken = (): string => randomBytes(32).toString("base64url");
