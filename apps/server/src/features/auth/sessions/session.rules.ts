const HOUR_MS = 3_600_000;

const IDLE_MS = 8 * HOUR_MS;
export const SESSION_MAX_AGE_S = 7 * 24 * 3_600;
/** A session's last use is written down at most this often. */
export const SEEN_GRAIN_MS = 60_000;
/** How long after a sign-in a person counts as having just proved who they are. */
const FRESH_MS = 5 * 60_000;

/** A session not used since then has ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

export const sessionExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_MAX_AGE_S * 1000);

export const isFreshSignIn = (signedInAt: Date, now: Date): boolean => now.getTime() - signedInAt.getTime() <= FRESH_MS;
