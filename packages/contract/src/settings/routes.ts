import { z } from "zod";
import { waitingApproval } from "../approvals/routes.ts";
import { FIELD_TYPES, fieldSpec, fieldValue } from "../fields/field-types.ts";
import { defineRoutes, moment, nonNegativeInt, positiveInt, text, versionNumber } from "../kit.ts";
import { IMPORT_ACTIONS, MAX_OFFSET, MAX_PAGE_SIZE, pageOf } from "../lists.ts";

export const CONFIG_KEY = /^[a-z][a-z0-9_-]{0,63}[.][a-z][a-z0-9_.-]{0,127}$/;
const NAMESPACE = /^[a-z][a-z0-9_-]{0,63}$/;

const configKey = z
  .string()
  .max(192)
  .regex(CONFIG_KEY, "a key must be namespace.name in lower case, such as assets.quota_bytes");
const namespace = z.string().regex(NAMESPACE, "use lower-case letters, digits, dash and underscore");
const comment = text({ max: 500 });

export const CONFIG_STATUSES = ["draft", "published", "archived"] as const;

export const configItem = z.object({
  key: z.string(),
  value_type: z.enum(FIELD_TYPES),
  /** The newest value, published or not. Null when sensitive: secrets are never sent back. */
  value: fieldValue.nullable(),
  /** The value that servers and workers read; null when nothing is published, or when it is sensitive. */
  published_value: fieldValue.nullable(),
  schema: fieldSpec,
  description: z.string(),
  /** `draft` while the newest value is not published. */
  status: z.enum(CONFIG_STATUSES),
  version: positiveInt,
  /** The version that introduced the newest value, which publishing makes live. A new description only raises `version`. */
  value_version: positiveInt,
  published_version: positiveInt.nullable(),
  comment: z.string(),
  sensitive: z.boolean(),
  /** Only MAGI_ADMIN changes it, and a second administrator approves its publication. */
  guarded: z.boolean(),
  /** Its newest value waits for the approval of a second person. */
  waiting: waitingApproval.nullable(),
  updated_at: moment,
  updated_by: z.string(),
});
export type ConfigItem = z.infer<typeof configItem>;

/** A key that the code reads, with its default. */
export const declaredConfig = z.object({
  key: z.string(),
  schema: fieldSpec,
  default_value: fieldValue,
  description: z.string(),
});

export const configVersion = z.object({
  version: positiveInt,
  value: fieldValue.nullable(),
  schema: fieldSpec,
  /** Whether this version was ever published. */
  was_published: z.boolean(),
  comment: z.string(),
  created_at: moment,
  created_by: z.string(),
});
export type ConfigVersion = z.infer<typeof configVersion>;

export const createConfigBody = z.strictObject({
  key: configKey,
  schema: fieldSpec,
  value: fieldValue,
  description: text({ max: 1_000 }).default(""),
  sensitive: z.boolean().default(false),
});

export const updateConfigBody = z.strictObject({
  key: configKey,
  expected_version: versionNumber,
  /** Omit to keep the newest value, for example a sensitive one. */
  value: fieldValue.optional(),
  schema: fieldSpec.optional(),
  description: text({ max: 1_000 }).optional(),
});

const named = z.strictObject({ key: configKey, expected_version: versionNumber });

/** Exported content of one key; sensitive values are left out. */
export const exportedConfig = z.strictObject({
  key: configKey,
  schema: fieldSpec,
  value: fieldValue,
  description: text({ max: 1_000 }),
});

export const IMPORT_MAX_CONFIGS = 1_000;
const IMPORT_MAX_BODY_BYTES = 4 * 1024 ** 2;

export const importedConfig = z.object({
  key: z.string(),
  action: z.enum(IMPORT_ACTIONS),
  notes: z.array(z.string()),
});

const managers = { permission: "DYNAMIC_CONFIG_MANAGE" } as const;

export const settingsRoutes = defineRoutes({
  getConfigs: {
    method: "POST",
    path: "/api_v1/config/get",
    access: managers,
    summary: "Get some keys; unknown keys are left out",
    body: z.strictObject({ keys: z.array(configKey).min(1).max(200) }),
    reply: z.object({ items: z.array(configItem) }),
  },
  listConfigs: {
    method: "POST",
    path: "/api_v1/config/list",
    access: managers,
    summary: "List keys and values, the namespaces, and the keys that the code declares",
    body: z.strictObject({
      namespace: namespace.optional(),
      /** Searches keys, descriptions and non-sensitive values. */
      q: text({ max: 200 }).optional(),
      /** Omit for all but the archived. */
      status: z.enum(CONFIG_STATUSES).optional(),
      limit: positiveInt.max(MAX_PAGE_SIZE).default(50),
      offset: nonNegativeInt.max(MAX_OFFSET).default(0),
    }),
    reply: pageOf(configItem).extend({
      namespaces: z.array(z.object({ name: z.string(), count: nonNegativeInt, drafts: nonNegativeInt })),
      declared: z.array(declaredConfig),
    }),
  },
  createConfig: {
    method: "POST",
    path: "/api_v1/config/create",
    access: managers,
    summary: "Create a key as a draft",
    body: createConfigBody,
    reply: configItem,
    errors: ["conflict"],
  },
  updateConfig: {
    method: "POST",
    path: "/api_v1/config/update",
    access: managers,
    summary: "Change a key as a draft; it takes effect when it is published",
    body: updateConfigBody,
    reply: configItem,
    errors: ["conflict", "not_found"],
  },
  publishConfig: {
    method: "POST",
    path: "/api_v1/config/publish",
    access: managers,
    freshSignIn: "sometimes",
    summary: "Publish the newest value of a key; a guarded key waits for a second person",
    body: named.extend({ comment }),
    reply: configItem,
    errors: ["conflict", "not_found"],
  },
  listVersions: {
    method: "POST",
    path: "/api_v1/config/history",
    access: managers,
    summary: "List the versions of a key, newest first",
    body: z.strictObject({ key: configKey, before: versionNumber.optional() }),
    reply: z.object({ items: z.array(configVersion), has_more: z.boolean() }),
    errors: ["not_found"],
  },
  rollBackConfig: {
    method: "POST",
    path: "/api_v1/config/rollback",
    access: managers,
    freshSignIn: "sometimes",
    summary: "Publish an earlier version again, as a new version",
    body: named.extend({ version: versionNumber, comment }),
    reply: configItem,
    errors: ["conflict", "not_found"],
  },
  deleteConfig: {
    method: "POST",
    path: "/api_v1/config/delete",
    access: managers,
    freshSignIn: "sometimes",
    summary: "Archive a key, or delete a key that is archived already",
    body: named,
    reply: z.object({ outcome: z.enum(["archived", "removed"]) }),
    errors: ["conflict", "not_found"],
  },
  restoreConfig: {
    method: "POST",
    path: "/api_v1/config/restore",
    access: managers,
    summary: "Restore an archived key as a draft",
    body: named,
    reply: configItem,
    errors: ["conflict", "not_found"],
  },
  exportConfigs: {
    method: "POST",
    path: "/api_v1/config/export",
    access: managers,
    summary: "Export the published values as JSON, without sensitive ones",
    body: z.strictObject({ namespace: namespace.optional() }),
    reply: z.object({ items: z.array(exportedConfig), left_out: z.array(z.string()) }),
  },
  importConfigs: {
    method: "POST",
    path: "/api_v1/config/import",
    access: managers,
    summary: "Import values as drafts; a dry run only reports what would happen",
    maxBodyBytes: IMPORT_MAX_BODY_BYTES,
    body: z.strictObject({ items: z.array(exportedConfig).min(1).max(IMPORT_MAX_CONFIGS), is_dry_run: z.boolean() }),
    reply: z.object({ rows: z.array(importedConfig) }),
    errors: ["conflict"],
  },
});
