export { authHandlers } from "./auth.routes.ts";
export { openSession } from "./open-session.ts";
export { hashPassword } from "./password-hash.ts";
export { deleteSession, deleteSessionsOf, findActors, listSessions, peekActors } from "./session.store.ts";
export { toSessionItem } from "./session-item.ts";
export { spendAttempts } from "./throttle.ts";
