import { z } from "zod";
import { waitingApproval } from "../approvals/routes.ts";
import { operators } from "../credits/routes.ts";
import { creditAccount, idempotencyKey, MAX_CREDITS, operationReason } from "../credits/schemas.ts";
import { defineRoutes, email, moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { deepPageQuery, pageOf } from "../lists.ts";
import { SERVICE_SCOPES } from "../service-scopes.ts";

export const serviceCredential = z.object({
  id: uuid,
  key_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SERVICE_SCOPES)),
  /** The most credits it creates in 24 hours; null without a scope that creates any. */
  daily_credits: nonNegativeInt.nullable(),
  /** Its newest secret is not accepted before a second person has approved it. */
  waiting: waitingApproval.nullable(),
  created_by: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  revoked_at: moment.nullable(),
  /** Currently valid secrets: two during a rotation. */
  secrets: z.array(z.object({ version: positiveInt, created_at: moment, expires_at: moment.nullable() })),
});
export type ServiceCredential = z.infer<typeof serviceCredential>;

/** The only reply that contains a secret. */
export const credentialWithSecret = z.object({ credential: serviceCredential, secret: z.string() });

export const openHold = z.object({
  user_email: z.string(),
  hold: positiveInt,
  amount: positiveInt,
  held_at: moment,
  project_id: z.string().nullable(),
  task_id: z.string().nullable(),
  model: z.string().nullable(),
  reference: z.string().nullable(),
});
export type OpenHold = z.infer<typeof openHold>;

export const PAYMENT_EVENT_STATUSES = ["received", "applied", "ignored", "failed"] as const;
export const paymentEvent = z.object({
  provider: z.string(),
  event_id: z.string(),
  type: z.string(),
  occurred_at: moment,
  received_at: moment,
  status: z.enum(PAYMENT_EVENT_STATUSES),
  attempts: nonNegativeInt,
  error: z.string().nullable(),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

const byId = z.strictObject({ id: uuid });

export const platformToolsRoutes = defineRoutes({
  checkLedger: {
    method: "POST",
    path: "/api_v1/admin/tools/ledger_check",
    access: operators,
    summary: "Check accounts against their movements, lots and holds, some thousand accounts a call",
    body: z.strictObject({ after_account: nonNegativeInt.default(0) }),
    reply: z.object({
      /** Unless complete, continue after this entry. */
      checked_to: nonNegativeInt,
      accounts: nonNegativeInt,
      is_complete: z.boolean(),
      faults: z.array(z.object({ user_email: z.string(), what: z.string() })),
    }),
  },
  previewExpiry: {
    method: "GET",
    path: "/api_v1/admin/tools/expiry",
    access: operators,
    summary: "Preview the credits that expire with the next sweep or within some days",
    query: z.object({
      days: z.preprocess((value) => value ?? 0, z.coerce.number<string | number | undefined>().int().min(0).max(366)),
      limit: z.preprocess((value) => value ?? 50, z.coerce.number<string | number | undefined>().int().min(1).max(200)),
    }),
    reply: z.object({
      lots: z.array(z.object({ user_email: z.string(), lot: positiveInt, amount: positiveInt, expires_at: moment })),
      /** Counted up to 10,000 lots. */
      total: nonNegativeInt,
      is_total_exact: z.boolean(),
      amount: nonNegativeInt,
    }),
  },
  listOpenHolds: {
    method: "GET",
    path: "/api_v1/admin/tools/holds",
    access: operators,
    summary: "List the oldest holds of jobs that have not ended",
    query: z.object({
      older_than_minutes: z.preprocess(
        (value) => value ?? 60,
        z.coerce.number<string | number | undefined>().int().min(0).max(525_600),
      ),
      limit: z.preprocess((value) => value ?? 50, z.coerce.number<string | number | undefined>().int().min(1).max(200)),
    }),
    reply: z.object({ items: z.array(openHold), total: nonNegativeInt, is_total_exact: z.boolean() }),
  },
  voidHold: {
    method: "POST",
    path: "/api_v1/admin/tools/holds/void",
    access: operators,
    summary: "Void a hold and return its credits to the end user",
    body: z.strictObject({
      user_email: email,
      hold: positiveInt,
      reason: operationReason,
      idempotency_key: idempotencyKey,
    }),
    reply: z.object({ account: creditAccount, operation_id: positiveInt }),
    errors: ["conflict", "not_found"],
  },
  listPaymentEvents: {
    method: "GET",
    path: "/api_v1/admin/tools/payment_events",
    access: operators,
    summary: "List the events that payment providers sent, newest first",
    query: z.object({
      status: z.enum(PAYMENT_EVENT_STATUSES).optional(),
      /** Return entries older than this, for the next page. */
      before: moment.optional(),
      limit: deepPageQuery.limit,
    }),
    reply: z.object({
      items: z.array(paymentEvent),
      has_more: z.boolean(),
      /** Whether a secret to verify Stripe webhooks is set; without one they are refused. */
      is_stripe_configured: z.boolean(),
    }),
  },
  replayPaymentEvent: {
    method: "POST",
    path: "/api_v1/admin/tools/payment_events/replay",
    access: operators,
    summary: "Process a payment event again; its effects are idempotent",
    body: z.strictObject({ provider: text({ min: 1, max: 32 }), event_id: text({ min: 1, max: 255 }) }),
    reply: paymentEvent,
    errors: ["not_found"],
  },
  listServiceCredentials: {
    method: "GET",
    path: "/api_v1/admin/tools/service_credentials",
    access: operators,
    summary: "List the credentials of machines that call the service API",
    query: z.object(deepPageQuery),
    reply: pageOf(serviceCredential),
  },
  createServiceCredential: {
    method: "POST",
    path: "/api_v1/admin/tools/service_credentials/create",
    access: operators,
    freshSignIn: "always",
    summary:
      "Create a service credential; its secret is shown only once. One that creates credits needs a second person",
    body: z.strictObject({
      name: text({ min: 1, max: 100 }),
      scopes: z.array(z.enum(SERVICE_SCOPES)).min(1).max(SERVICE_SCOPES.length),
      /** Required with a scope that creates credits, and refused without one. */
      daily_credits: positiveInt.max(MAX_CREDITS).optional(),
      /** After a lost response: the same person, key and body get the same secret for 10 minutes, until it is used. */
      idempotency_key: idempotencyKey.optional(),
    }),
    reply: credentialWithSecret,
    errors: ["conflict"],
  },
  rotateServiceCredential: {
    method: "POST",
    path: "/api_v1/admin/tools/service_credentials/rotate",
    access: operators,
    freshSignIn: "always",
    summary: "Rotate a service credential's secret; the old one stays valid for a day after the new one is accepted",
    body: byId,
    reply: credentialWithSecret,
    errors: ["conflict", "not_found"],
  },
  revokeServiceCredential: {
    method: "POST",
    path: "/api_v1/admin/tools/service_credentials/revoke",
    access: operators,
    summary: "Revoke a service credential at once",
    body: byId.extend({ reason: operationReason }),
    reply: serviceCredential,
    errors: ["not_found"],
  },
});
