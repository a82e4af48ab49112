import { createHmac } from "node:crypto";
import type { SecurityEventKind, SignInMethod } from "@dailies/contract";
import type { SecretKey, SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import { deleteOldSecurityEvents, insertSecurityEvent } from "./security-event.store.ts";

const KEPT_MS = 365 * 24 * 3_600_000;
const MAX_USER_AGENT = 200;

/** Where it came from: a network instead of an address. */
export interface SecurityEventOrigin {
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface SecurityEvent extends SecurityEventOrigin {
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly method?: SignInMethod;
  readonly userId?: string | undefined;
  /** What was typed as the name; only its keyed hash is stored. */
  readonly typed?: string;
}

export const hashTyped = (key: SecretKey, typed: string): Buffer =>
  createHmac("sha256", key.bytes).update(`typed name:${typed.trim().toLowerCase()}`).digest();

/** Appends to the log of security events, which cannot be changed and is kept for a year. */
export const recordSecurityEvent = (
  { db, secretKeys }: { readonly db: Db; readonly secretKeys: SecretKeys },
  { typed, method, userId, userAgent, ...event }: SecurityEvent,
): Promise<void> =>
  insertSecurityEvent(db, {
    ...event,
    method: method ?? null,
    userId: userId ?? null,
    typedHash: typed === undefined ? null : hashTyped(secretKeys.current, typed),
    // PostgreSQL stores no NUL.
    userAgent: userAgent.replaceAll("\0", "").slice(0, MAX_USER_AGENT),
  });

/** Returns how many were deleted. */
export const sweepSecurityEvents = (db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> =>
  deleteOldSecurityEvents(db, new Date(now.getTime() - KEPT_MS), limit);
