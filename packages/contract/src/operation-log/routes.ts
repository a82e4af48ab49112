import { z } from "zod";
import { operators, timeRange } from "../credits/routes.ts";
import { defineRoutes, moment, nonNegativeInt, positiveInt, text } from "../kit.ts";
import { deepPageQuery, pageOf } from "../lists.ts";

/** Operations with a name that platform operators know; all others use their own names. */
export const PLATFORM_OPERATIONS = [
  "Grant_credits",
  "Unsubscribe_user_plan",
  "Cancel_at_provider",
  "Void_grant",
  "Request_grant",
  "Approve_grant",
  "Reject_grant",
  "Void_hold",
  "Grant_order_credits",
  "Refund_credits",
  "Request_approval",
  "Approve_request",
  "Reject_request",
  "Audit_favorite",
  "Update_permission",
  "Update_config",
] as const;

const operationType = z.string().regex(/^[A-Z][A-Za-z_]{0,63}$/, "an operation type looks like Grant_credits");

export const operationMeta = z.looseObject({
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  request_id: z.string(),
});

export const operationLogEntry = z.object({
  seq: positiveInt,
  user_name: z.string(),
  /** In UTC, as YYYY-MM-DD HH:mm:ss. */
  create_time: z.string(),
  op_type: z.string(),
  meta: operationMeta,
  result: z.enum(["ok", "denied", "failed"]),
  source: z.enum(["server", "client"]),
  prev_hash: z.string(),
  hash: z.string(),
});
export type OperationLogEntry = z.infer<typeof operationLogEntry>;

export const chainState = z.object({
  /** Sequence number of the newest entry, and its hash in hexadecimal. */
  seq: nonNegativeInt,
  hash: z.string(),
  at: moment.nullable(),
});

export const SECURITY_EVENT_KINDS = [
  "sign_in",
  "sign_in_failed",
  "sign_in_throttled",
  "sign_out",
  "password_changed",
  "password_change_failed",
  "second_factor_added",
  "second_factor_removed",
  "passkey_counter_regressed",
  "sign_on_linked",
  "sign_on_unlinked",
  "account_disabled",
  "account_enabled",
  "provisioning_refused",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
export const SIGN_IN_METHODS = ["password", "code", "totp", "recovery_code", "passkey", "sign_on"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const securityEvent = z.object({
  seq: positiveInt,
  at: moment,
  kind: z.enum(SECURITY_EVENT_KINDS),
  method: z.enum(SIGN_IN_METHODS).nullable(),
  /** Null when no account is known. */
  user_name: z.string().nullable(),
  /** The beginning of a keyed hash of the name that was typed: equal names have equal marks. */
  typed_mark: z.string().nullable(),
  network: z.string(),
  user_agent: z.string(),
});
export type SecurityEventItem = z.infer<typeof securityEvent>;

export const operationLogRoutes = defineRoutes({
  listOperations: {
    method: "GET",
    path: "/api_v1/admin/logger/operations",
    access: operators,
    summary: "List the audit log, newest first",
    query: z.object({
      op_type: operationType.optional(),
      /** Alias of this filter; either one is accepted. */
      opt_type: operationType.optional(),
      user_name: text({ max: 254 }).optional(),
      ...timeRange,
      ...deepPageQuery,
    }),
    reply: pageOf(operationLogEntry).extend({ head: chainState }),
  },
  listOperationTypes: {
    method: "GET",
    path: "/api_v1/admin/logger/operation_types",
    access: operators,
    summary: "List the operation types that occur in the audit log",
    reply: z.object({ items: z.array(z.string()) }),
  },
  listSecurityEvents: {
    method: "GET",
    path: "/api_v1/admin/logger/security",
    access: operators,
    summary:
      "List sign-ins, failures, refusals for trying too often, sign-outs, changes of passwords and second factors, and links of single sign-on, newest first",
    query: z.object({
      /** A username or an e-mail address, or what was typed as one. */
      user: text({ max: 254 }).optional(),
      kind: z.enum(SECURITY_EVENT_KINDS).optional(),
      /** As shown, such as 203.0.113.0/24. */
      network: text({ max: 64 }).optional(),
      ...timeRange,
      /** Only events older than this one. */
      before: z.coerce.number<string>().int().positive().optional(),
      limit: deepPageQuery.limit,
    }),
    reply: z.object({ items: z.array(securityEvent), has_more: z.boolean() }),
  },
  reportOperation: {
    method: "POST",
    path: "/api_v1/admin/logger/operations",
    access: operators,
    summary: "Record an action that a browser reports; the entry is marked as a claim of the client",
    body: z.strictObject({
      /** Accepted and stored as an unverified claim; the entry records the caller and the server's time. */
      user_name: text({ max: 254 }).optional(),
      create_time: text({ max: 40 }).optional(),
      op_type: operationType,
      meta: z.record(z.string().regex(/^[\w.-]{1,64}$/), z.unknown()).default({}),
    }),
    reply: z.object({ seq: positiveInt }),
  },
  verifyOperations: {
    method: "POST",
    path: "/api_v1/admin/logger/verify",
    access: operators,
    summary: "Verify the hash chain from an entry on and report the first entry that does not match",
    body: z.strictObject({
      /** Where to resume; each reply returns the next value. */
      from: nonNegativeInt.default(0),
      /** A chain head exported earlier: the entry with that number must still have that hash. */
      known: z.strictObject({ seq: positiveInt, hash: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    }),
    reply: z.object({
      checked_to: nonNegativeInt,
      is_complete: z.boolean(),
      broken_seq: positiveInt.nullable(),
      /** Null when no earlier head was given. */
      is_known_sound: z.boolean().nullable(),
      head: chainState,
    }),
  },
  exportOperations: {
    method: "GET",
    path: "/api_v1/admin/logger/export",
    access: operators,
    summary: "Download the audit log with its hashes, one entry a line, oldest first",
    query: z.object({ ...timeRange }),
    raw: { status: 200, contentType: "application/x-ndjson" },
  },
});
