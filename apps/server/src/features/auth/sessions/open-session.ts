import { randomBytes } from "node:crypto";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { MAX_SESSIONS, sessionExpiry } from "./session.rules.ts";
import { deleteOldestSessions, insertSession } from "./session.store.ts";

/** Where a user signs in from, as far as we store it. */
export interface Device {
  userAgent: string;
  network: string;
}

/** Always issues a new token, against session fixation. */
export const openSession = async (db: Db, userId: string, device: Device, now: Date): Promise<string> => {
  const token = newToken();
  await insertSession(db, {
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    ...device,
    now,
    expiresAt: sessionExpiry(now),
  });
  await deleteOldestSessions(db, userId, MAX_SESSIONS);
  return token;
};

export const newToken = (): string => randomBytes(32).toString("base64url");
