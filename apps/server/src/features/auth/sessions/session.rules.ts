const HOUR_MS = 3_600_000;

const IDLE_MS = 8 * HOUR_MS;
export const SESSION_MAX_AGE_S = 7 * 24 * 3_600;
/** The last use of a session is updated at most this often. */
export const SEEN_GRAIN_MS = 60_000;
/** Of a user; a further sign-in ends the one that was used least recently. Far above what a person has. */
export const MAX_SESSIONS = 100;

/** Sessions last used before this time have expired because they were idle. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

export const sessionExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_MAX_AGE_S * 1000);
