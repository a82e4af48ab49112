export { changeUsers, requireKnownCodes } from "./change-users.ts";
export { DEMO_USERS } from "./demo-users.ts";
export { getUsersAsSeen } from "./get-user.ts";
export { provisionUser } from "./provision-user.ts";
export { ALL_PERMISSIONS, permissionSubject, userSubject } from "./user-operation.rules.ts";
export { usersHandlers } from "./users.routes.ts";
export { asCodeSet, effectiveFlags } from "./users.rules.ts";
export { listUsers, listUsersById, type UserRecord } from "./users.store.ts";
export { type AdministrationDeps, withAdministrationLock } from "./with-administration-lock.ts";
