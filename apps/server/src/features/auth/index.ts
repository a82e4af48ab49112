export { authHandlers } from "./auth.routes.ts";
export { createUser } from "./create-user.ts";
export { openSession } from "./open-session.ts";
export { hashPassword } from "./password-hash.ts";
export { findActors } from "./session.store.ts";
export { findUserByName } from "./user.store.ts";
