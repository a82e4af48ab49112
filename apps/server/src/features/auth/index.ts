export { authHandlers } from "./auth.routes.ts";
export { hashPassword } from "./passwords/password-hash.ts";
export { totpSecrets } from "./second-factors/spend-second-factor.ts";
export { secondFactorsHandlers } from "./second-factors/second-factors.routes.ts";
export { openSession } from "./sessions/open-session.ts";
export { toSessionItem } from "./sessions/session.dto.ts";
export { deleteSession, deleteSessionsOf, findActors, listSessions, peekActors } from "./sessions/session.store.ts";
export { findUserActor } from "./sessions/user-actor.store.ts";
export { spendAttempts } from "./throttle.ts";
