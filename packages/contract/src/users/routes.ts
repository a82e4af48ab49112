import { z } from "zod";
import { sessionItem } from "../auth/routes.ts";
import {
  defineRoutes,
  email,
  moment,
  nonNegativeInt,
  okReply,
  positiveInt,
  queryArray,
  text,
  uuid,
  versionNumber,
} from "../kit.ts";
import { IMPORT_ACTIONS, pageOf, pageQuery, sortOrder } from "../lists.ts";
import { operationItem } from "../operation-log/schemas.ts";

export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const ROLE = /^[a-z][a-z0-9_-]{0,63}$/;
export const PERMISSION_KEY = /^[A-Z][A-Z0-9_]{1,63}$/;

export const username = z
  .string({ error: "please enter a username" })
  .regex(USERNAME, "use letters, digits, dot, dash and underscore, and begin with a letter or digit");
const realname = text({ min: 1, max: 200, required: "please enter a name" });
const userRole = z.string().regex(ROLE, "use lower-case letters, digits, dash and underscore");
export const permissionKey = z
  .string()
  .regex(PERMISSION_KEY, "use capital letters, digits and underscore, and begin with a letter");
/** A set: duplicate codes have no effect. */
const permissionKeys = z.array(permissionKey).max(200);

export const userItem = z.object({
  id: uuid,
  username: z.string(),
  realname: z.string(),
  email: z.string(),
  user_role: z.string(),
  is_external: z.boolean(),
  perms: z.array(z.string()),
  /** Requested for the user, and waiting for the approval of a second person. */
  waiting_perms: z.array(z.string()),
  platform_flags: nonNegativeInt,
  is_password_set: z.boolean(),
  is_enabled: z.boolean(),
  last_seen_at: moment.nullable(),
  created_at: moment,
  /** Increased by every change, for optimistic locking: an update names the version it is based on. */
  version: positiveInt,
});
export type UserItem = z.infer<typeof userItem>;

/** Why a user holds a code: who granted it, and when. */
export const heldPermission = z.object({
  key: z.string(),
  name: z.string(),
  granted_at: moment,
  /** Absent for grants from the command line or from before grants were recorded. */
  granted_by: z.string().nullable(),
  /** Given by the groups of the user at the OpenID provider, and taken by the next sign-in without that group. */
  is_from_provider: z.boolean(),
});

export const userInfo = userItem.extend({
  has_second_factor: z.boolean(),
  held: z.array(heldPermission),
  sessions: z.array(sessionItem),
  /** The newest audit log entries about this user. */
  operations: z.array(operationItem),
});
export type UserInfo = z.infer<typeof userInfo>;

export const createUserBody = z.strictObject({
  username,
  email,
  realname,
  user_role: userRole,
  perms: permissionKeys.default([]),
});

export const updateUserBody = z.strictObject({
  id: uuid,
  expected_version: versionNumber,
  realname: realname.optional(),
  user_role: userRole.optional(),
  perms: permissionKeys.optional(),
  is_enabled: z.boolean().optional(),
});

export const USER_SORTS = ["username", "realname", "email", "user_role", "last_seen_at", "created_at"] as const;

export const listUsersQuery = z.object({
  q: text({ max: 200 }).optional(),
  user_role: userRole.optional(),
  status: z.enum(["enabled", "disabled"]).optional(),
  password: z.enum(["set", "missing"]).optional(),
  /** Users who hold every listed code. */
  perm: queryArray(permissionKey).pipe(permissionKeys).optional(),
  sort: z.enum(USER_SORTS).default("username"),
  order: sortOrder,
  ...pageQuery,
});

export const IMPORT_MAX_ROWS = 5_000;
export const IMPORT_MAX_BYTES = 900_000;
/** Twice the text size, because JSON escapes quotes and line ends. */
const IMPORT_MAX_BODY_BYTES = 2 * IMPORT_MAX_BYTES;
export const IMPORT_COLUMNS = ["username", "email", "realname", "user_role", "perms"] as const;

export const importUsersBody = z.strictObject({
  /** Requires a header line with the column names; several permission codes are separated by spaces. */
  csv: text({ min: 1, max: IMPORT_MAX_BYTES, required: "choose a file" }),
});

export const importedRow = z.object({
  /** Line number as in an editor; the header is line 1. */
  line: positiveInt,
  username: z.string(),
  email: z.string(),
  realname: z.string(),
  user_role: z.string(),
  perms: z.array(z.string()),
  action: z.enum(IMPORT_ACTIONS),
  /** Why the row is refused, or what an update changes. */
  notes: z.array(z.string()),
});
export type ImportedRow = z.infer<typeof importedRow>;

export const importCounts = z.object({
  create: nonNegativeInt,
  update: nonNegativeInt,
  unchanged: nonNegativeInt,
  refused: nonNegativeInt,
});

const readers = { permission: "USER_MANAGE_R" } as const;
const writers = { permission: "USER_MANAGE_W" } as const;

export const usersRoutes = defineRoutes({
  listUsers: {
    method: "GET",
    path: "/api_v1/user/list",
    access: readers,
    summary: "Search, filter and sort console users",
    query: listUsersQuery,
    reply: pageOf(userItem).extend({ roles: z.array(z.string()) }),
  },
  getUserInfo: {
    method: "GET",
    path: "/api_v1/user/info",
    access: "signed-in",
    summary: "Get one console user with sessions, permissions and history; others than oneself need USER_MANAGE_R",
    query: z.object({ id: uuid.optional() }),
    reply: userInfo,
    errors: ["not_allowed", "not_found"],
  },
  createUser: {
    method: "POST",
    path: "/api_v1/user/create",
    access: writers,
    freshSignIn: "sometimes",
    summary: "Create a console user and mail them an invitation",
    body: createUserBody,
    reply: userItem,
    errors: ["conflict"],
  },
  updateUser: {
    method: "POST",
    path: "/api_v1/user/update",
    access: writers,
    freshSignIn: "sometimes",
    summary: "Change a console user's name, role, permissions or whether they may sign in",
    body: updateUserBody,
    reply: userItem,
    errors: ["conflict", "not_found"],
  },
  inviteUser: {
    method: "POST",
    path: "/api_v1/user/invite",
    access: writers,
    summary: "Send the invitation again",
    body: z.strictObject({ id: uuid }),
    reply: okReply,
    errors: ["conflict", "not_found", "throttled"],
  },
  endUserSessions: {
    method: "POST",
    path: "/api_v1/user/end_sessions",
    access: writers,
    summary: "End one session of a console user, or all of them",
    body: z.strictObject({ id: uuid, session_id: uuid.optional() }),
    reply: z.object({ ended: nonNegativeInt }),
    errors: ["not_found"],
  },
  resetSecondFactor: {
    method: "POST",
    path: "/api_v1/user/reset_second_factor",
    access: writers,
    freshSignIn: "always",
    summary: "Remove the second factor of a console user who lost it, and end their sessions; they are told by mail",
    body: z.strictObject({ id: uuid, reason: text({ min: 1, max: 500, required: "please enter a reason" }) }),
    reply: okReply,
    errors: ["conflict", "not_allowed", "not_found"],
  },
  checkImport: {
    method: "POST",
    path: "/api_v1/user/import_check",
    access: writers,
    summary: "Preview an import of users, line by line",
    body: importUsersBody,
    maxBodyBytes: IMPORT_MAX_BODY_BYTES,
    reply: z.object({ rows: z.array(importedRow), counts: importCounts, digest: z.string() }),
    errors: ["invalid"],
  },
  applyImport: {
    method: "POST",
    path: "/api_v1/user/import_apply",
    access: writers,
    freshSignIn: "sometimes",
    summary: "Import users exactly as previewed; refused if anything changed since",
    maxBodyBytes: IMPORT_MAX_BODY_BYTES,
    body: importUsersBody.extend({ digest: text({ min: 1, max: 128 }) }),
    reply: z.object({ rows: z.array(importedRow), counts: importCounts }),
    errors: ["conflict", "invalid"],
  },
});
