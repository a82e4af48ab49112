import { z } from "zod";
import { projectItem } from "../content/routes.ts";
import { defineRoutes, email, moment, nonNegativeInt, positiveInt, text, timeBound, uuid } from "../kit.ts";
import { deepPageQuery, pageOf, wholeNumber } from "../lists.ts";
import { PLATFORM_ACCESS } from "../platform-access.ts";
import {
  creditAccount,
  creditLot,
  creditMovement,
  endUser,
  GRANT_CATEGORIES,
  GRANT_REQUEST_STATUSES,
  grantBody,
  grantLimits,
  grantReply,
  grantRequest,
  idempotencyKey,
  MAX_CREDITS,
  operationReason,
  orderItem,
  planItem,
} from "./schemas.ts";

export const { operators } = PLATFORM_ACCESS;

/** Start inclusive, end exclusive; omit either one for an open range. */
export const timeRange = { start_time: timeBound.optional(), end_time: timeBound.optional() };

const ofUser = z.object({ user_email: email, ...timeRange, ...deepPageQuery });

/** Default range of the time filter in the console; its end lies in the future. */
export const DEFAULT_START_TIME = "2021-01-01 00:00:00";
export const DEFAULT_END_TIME = "2031-01-01 00:00:00";
export const QUICK_RANGES_DAYS = [7, 14, 30, 90] as const;
export const MAX_BULK_LINES = 1_000;
const BULK_MAX_BODY_BYTES = 1024 ** 2;

export const bulkLine = z.object({
  line: positiveInt,
  user_email: z.string(),
  amount: z.int().nullable(),
  outcome: z.enum(["ready", "granted", "granted_before", "waits", "refused"]),
  /** Balance before and after; projected in a dry run. */
  available_before: nonNegativeInt.nullable(),
  available_after: nonNegativeInt.nullable(),
  notes: z.array(z.string()),
});
export type BulkLine = z.infer<typeof bulkLine>;

export const creditsRoutes = defineRoutes({
  searchEndUsers: {
    method: "GET",
    path: "/api_v1/admin/user/search",
    access: PLATFORM_ACCESS.endUsers,
    summary: "Search end users by the beginning of their e-mail address",
    query: z.object({ q: text({ min: 1, max: 254 }), limit: wholeNumber(20, 1, 50) }),
    reply: z.object({ items: z.array(endUser) }),
  },
  getCredits: {
    method: "GET",
    path: "/api_v1/admin/user/credits/:email",
    access: PLATFORM_ACCESS.account,
    summary: "Get an end user's balance, lots and the newest movements in a time range",
    params: z.object({ email }),
    query: z.object(timeRange),
    reply: z.object({
      user: endUser,
      account: creditAccount,
      /** Lots with a remainder, in the order they are consumed; then the newest others, 200 at most. */
      lots: z.array(creditLot),
      /** The newest 50 in the range; `transaction` pages through all of them. */
      movements: z.array(creditMovement),
      plan: planItem.nullable(),
      limits: grantLimits,
    }),
    errors: ["not_found"],
  },
  listOrders: {
    method: "GET",
    path: "/api_v1/admin/user/order",
    access: PLATFORM_ACCESS.payments,
    summary: "List the payments of an end user, newest first",
    query: ofUser,
    reply: pageOf(orderItem),
    errors: ["not_found"],
  },
  listPlans: {
    method: "GET",
    path: "/api_v1/admin/user/plan",
    access: PLATFORM_ACCESS.subscriptions,
    summary: "List the subscriptions of an end user, newest first",
    query: ofUser,
    reply: pageOf(planItem),
    errors: ["not_found"],
  },
  listTransactions: {
    method: "GET",
    path: "/api_v1/admin/user/transaction",
    access: PLATFORM_ACCESS.consumption,
    summary: "List the movements of an end user's credits, newest first",
    query: ofUser,
    reply: pageOf(creditMovement),
    errors: ["not_found"],
  },
  getConsumption: {
    method: "GET",
    path: "/api_v1/admin/user/consumption",
    access: PLATFORM_ACCESS.consumption,
    summary: "Get the credits that an end user's jobs consumed, by day and model",
    query: z.object({ user_email: email, ...timeRange, time_zone: text({ max: 64 }).default("UTC") }),
    reply: z.object({
      days: z.array(z.object({ day: z.iso.date(), model: z.string(), credits: nonNegativeInt, jobs: positiveInt })),
    }),
    errors: ["not_found"],
  },
  listUserProjects: {
    method: "GET",
    path: "/api_v1/admin/user/project",
    access: PLATFORM_ACCESS.projects,
    summary: "List the projects of an end user, newest first",
    query: ofUser,
    reply: pageOf(projectItem),
    errors: ["not_found"],
  },
  exportUserList: {
    method: "GET",
    path: "/api_v1/admin/user/export",
    access: operators,
    summary: "Download the transactions, orders or plans of an end user as CSV",
    query: z.object({ user_email: email, kind: z.enum(["transaction", "order", "plan"]), ...timeRange }),
    raw: { status: 200, contentType: "text/csv; charset=utf-8" },
    errors: ["not_found"],
  },
  grantCredits: {
    method: "POST",
    path: "/api_v1/admin/user/grant_credits",
    access: PLATFORM_ACCESS.changeCredits,
    freshSignIn: "sometimes",
    summary: "Grant credits, once per idempotency key; large amounts need a second person's approval",
    body: grantBody,
    reply: grantReply,
    errors: ["conflict", "not_found"],
  },
  grantInBulk: {
    method: "POST",
    path: "/api_v1/admin/user/grant_credits/bulk",
    access: PLATFORM_ACCESS.changeCredits,
    freshSignIn: "sometimes",
    summary: "Grant credits line by line, each line once; a dry run only reports what would happen",
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.strictObject({
      dry_run: z.boolean(),
      category: z.enum(GRANT_CATEGORIES),
      reason: operationReason,
      expires_at: moment.optional(),
      /** Each line derives its own idempotency key from this key and its line number. */
      bulk_key: idempotencyKey,
      lines: z
        .array(
          z.strictObject({
            line: positiveInt.max(1_000_000),
            user_email: text({ max: 254 }),
            amount: z.int().min(-MAX_CREDITS).max(MAX_CREDITS).nullable(),
          }),
        )
        .min(1)
        .max(MAX_BULK_LINES),
    }),
    reply: z.object({
      lines: z.array(bulkLine),
      granted: nonNegativeInt,
      total_amount: nonNegativeInt,
    }),
    errors: ["conflict"],
  },
  voidGrant: {
    method: "POST",
    path: "/api_v1/admin/user/void_grant",
    access: PLATFORM_ACCESS.changeCredits,
    summary: "Void the unspent part of a grant",
    body: z.strictObject({
      user_email: email,
      lot: positiveInt,
      reason: operationReason,
      idempotency_key: idempotencyKey,
    }),
    reply: z.object({ voided: positiveInt, account: creditAccount, operation_id: positiveInt }),
    errors: ["conflict", "not_found"],
  },
  listGrantRequests: {
    method: "GET",
    path: "/api_v1/admin/user/grant_request",
    access: operators,
    summary: "List grants that need approval by a second person, and those already decided",
    query: z.object({ status: z.enum(GRANT_REQUEST_STATUSES).optional(), ...deepPageQuery }),
    reply: pageOf(grantRequest),
  },
  decideGrantRequest: {
    method: "POST",
    path: "/api_v1/admin/user/grant_request/decide",
    access: operators,
    freshSignIn: "always",
    summary: "Approve or reject another person's grant",
    body: z.strictObject({ id: uuid, decision: z.enum(["approved", "rejected"]), reason: operationReason }),
    reply: grantReply,
    errors: ["conflict", "not_found"],
  },
  unsubscribe: {
    method: "POST",
    path: "/api_v1/user/unsubscribe",
    access: operators,
    summary: "Cancel a subscription, now or at the end of its period; credits granted stay until they expire",
    body: z.strictObject({
      user_email: email,
      subscription_id: uuid,
      mode: z.enum(["period_end", "now"]).default("period_end"),
      reason: operationReason,
      idempotency_key: idempotencyKey,
    }),
    reply: z.object({ plan: planItem, operation_id: positiveInt }),
    errors: ["conflict", "not_found"],
  },
});
