export { createSessionCookies, originOf } from "./auth.routes.ts";
export type { AuthDeps } from "./auth-deps.ts";
export { enqueueSecurityNotice } from "./notices/enqueue-security-notice.ts";
export { hashPassword } from "./passwords/password-hash.ts";
export { beginSession } from "./second-factors/begin-session.ts";
export { PENDING_MINUTES } from "./second-factors/pending-sign-in.store.ts";
export { resetSecondFactor } from "./second-factors/reset-second-factor.ts";
export { hasSecondFactor } from "./second-factors/second-factor.store.ts";
export { totpSecrets } from "./second-factors/spend-second-factor.ts";
export { type Device, newToken, openSession } from "./sessions/open-session.ts";
export { deleteSessionsOfProvider } from "./sessions/provider-session.store.ts";
export { toSessionItem } from "./sessions/session.dto.ts";
export {
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  findActor,
  findActors,
  listSessions,
  peekActors,
} from "./sessions/session.store.ts";
export { findUserActor } from "./sessions/user-actor.store.ts";
export { signInHandlers } from "./sign-in-handlers.ts";
export { releaseAttempt } from "./throttle.store.ts";
export { spendAttempts, spendNetworkAttempt } from "./throttle.ts";
