import { z } from "zod";
import { defineRoutes, nonNegativeInt, okReply, positiveInt, text, uuid, versionNumber } from "./kit.ts";
import { pageOf, pageQuery } from "./lists.ts";
import { operationItem } from "./operation-log/schemas.ts";
import { permissionKey } from "./users/routes.ts";

/** A platform flag is one bit of the product's 32-bit mask. */
const flagBit = z
  .int()
  .positive()
  .max(2 ** 30)
  .refine((bit) => (bit & (bit - 1)) === 0, "a flag is one bit: 512, 1024, 2048 …");

export const permissionItem = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  group: z.string(),
  /** Codes the console itself checks; they cannot be renamed or removed. */
  is_system: z.boolean(),
  bit: z.int().nullable(),
  holders: nonNegativeInt,
  version: positiveInt,
});
export type PermissionItem = z.infer<typeof permissionItem>;

const name = text({ min: 1, max: 100, required: "please enter a name" });
const description = text({ max: 1_000 });
const group = text({ min: 1, max: 60, required: "please enter a group" });
const reason = text({ max: 500 }).default("");

export const createPermissionBody = z.strictObject({
  key: permissionKey,
  name,
  description: description.default(""),
  group,
  bit: flagBit.nullable().default(null),
});

export const updatePermissionBody = z.strictObject({
  key: permissionKey,
  expected_version: versionNumber,
  name: name.optional(),
  description: description.optional(),
  group: group.optional(),
});

export const matrixRow = z.object({
  id: uuid,
  username: z.string(),
  realname: z.string(),
  is_enabled: z.boolean(),
  perms: z.array(z.string()),
  /** Requested for the user, and waiting for the approval of a second person. */
  waiting_perms: z.array(z.string()),
  version: positiveInt,
});
export type MatrixRow = z.infer<typeof matrixRow>;

export const flagsRow = matrixRow.extend({ platform_flags: nonNegativeInt });

const matrixQuery = z.object({ q: text({ max: 200 }).optional(), ...pageQuery });

export const permissionChange = z.strictObject({
  id: uuid,
  expected_version: versionNumber,
  add: z.array(permissionKey).max(200),
  remove: z.array(permissionKey).max(200),
});

export const changePermissionsBody = z.strictObject({
  changes: z.array(permissionChange).min(1).max(500),
  reason,
});
export type ChangePermissions = z.output<typeof changePermissionsBody>;

export const changedPermissions = z.object({ items: z.array(matrixRow) });

export const permissionsRoutes = defineRoutes({
  listPermissions: {
    method: "GET",
    path: "/api_v1/perm/list",
    access: { any: ["PERM_MANAGE_R", "USER_MANAGE_R"] },
    summary: "List permission codes with their description and number of holders",
    reply: pageOf(permissionItem),
  },
  createPermission: {
    method: "POST",
    path: "/api_v1/perm/create",
    access: { permission: "PERM_MANAGE_W" },
    freshSignIn: "always",
    summary: "Create a permission code for other services to check",
    body: createPermissionBody,
    reply: permissionItem,
    errors: ["conflict"],
  },
  updatePermission: {
    method: "POST",
    path: "/api_v1/perm/update",
    access: { permission: "PERM_MANAGE_W" },
    freshSignIn: "always",
    summary: "Change the name and description of a code; names of system codes are fixed",
    body: updatePermissionBody,
    reply: permissionItem,
    errors: ["conflict", "not_found"],
  },
  deletePermission: {
    method: "POST",
    path: "/api_v1/perm/delete",
    access: { permission: "PERM_MANAGE_W" },
    freshSignIn: "always",
    summary: "Delete a code that is not a system code and that nobody holds",
    body: z.strictObject({ key: permissionKey, expected_version: versionNumber }),
    reply: okReply,
    errors: ["conflict", "not_found"],
  },
  listMatrix: {
    method: "GET",
    path: "/api_v1/perm/matrix",
    access: { permission: "PERM_MANAGE_R" },
    summary: "List users with the permission codes they hold",
    query: matrixQuery,
    reply: pageOf(matrixRow),
  },
  changePermissions: {
    method: "POST",
    path: "/api_v1/perm/change",
    access: { permission: "PERM_MANAGE_W" },
    freshSignIn: "always",
    summary: "Grant and revoke codes of several users at once, all or nothing",
    body: changePermissionsBody,
    reply: changedPermissions,
    errors: ["conflict", "not_found"],
  },
  listHistory: {
    method: "GET",
    path: "/api_v1/perm/history",
    access: { permission: "PERM_MANAGE_R" },
    summary: "List the grants and revocations of one user or one code, newest first",
    query: z.object({
      user_id: uuid.optional(),
      key: permissionKey.optional(),
      before: z.coerce.number<string | number | undefined>().int().positive().optional(),
    }),
    reply: z.object({ items: z.array(operationItem), has_more: z.boolean() }),
  },
  listFlags: {
    method: "GET",
    path: "/api_v1/perm/flags",
    access: { permission: "MAGI_ADMIN" },
    summary: "List users with their platform flags and the resulting bit mask",
    query: matrixQuery,
    reply: pageOf(flagsRow).extend({ flags: z.array(permissionItem) }),
  },
  changeFlags: {
    method: "POST",
    path: "/api_v1/perm/change_flags",
    access: { permission: "MAGI_ADMIN" },
    freshSignIn: "always",
    summary: "Grant and revoke platform flags of several users at once, all or nothing",
    body: changePermissionsBody,
    reply: changedPermissions,
    errors: ["conflict", "not_found"],
  },
});
