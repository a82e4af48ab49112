import { randomBytes } from "node:crypto";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { sessionExpiry } from "./session.rules.ts";
import { insertSession } from "./session.store.ts";

/** Where a person signs in from, as far as we keep it. */
export interface Device {
  userAgent: string;
  network: string;
}

/** Always a new token: one that existed before the sign-in may be known to somebody else. */
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
  return token;
};

export const newToken = (): string => randomBytes(32).toString("base64url");
