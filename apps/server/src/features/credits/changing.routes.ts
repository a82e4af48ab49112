// What operators change: grants and their approval, voids, and cancelled subscriptions.
// Implements "Platform administration": grant_credits and unsubscribe, with the operation log in the same transaction.
import type { creditsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { CreditsDeps } from "./credits-deps.ts";
import { unsubscribe } from "./customers/unsubscribe.ts";
import { decideGrantRequest } from "./grants/decide-grant-request.ts";
import { grantCredits } from "./grants/grant-credits.ts";
import { grantInBulk, previewBulk } from "./grants/grant-in-bulk.ts";
import { voidGrant } from "./grants/void-grant.ts";

type ChangingCalls = "grantCredits" | "grantInBulk" | "voidGrant" | "decideGrantRequest" | "unsubscribe";

const momentOf = (given: string | undefined): Date | null => (given === undefined ? null : new Date(given));

export const changingHandlers = (deps: CreditsDeps): Pick<Handlers<typeof creditsRoutes>, ChangingCalls> => ({
  grantCredits: ({ body, context }) =>
    grantCredits(deps, context, {
      email: body.user_email,
      typedEmail: body.typed_email,
      amountCredits: body.amount,
      category: body.category,
      reason: body.reason,
      ticketUrl: body.ticket_url ?? null,
      expiresAt: momentOf(body.expires_at),
      key: body.idempotency_key,
    }),
  grantInBulk: async ({ body, context }) => {
    const bulk = {
      key: body.bulk_key,
      category: body.category,
      reason: body.reason,
      expiresAt: momentOf(body.expires_at),
      lines: body.lines.map(({ line, user_email, amount }) => ({ line, email: user_email, amountCredits: amount })),
    };
    const lines = body.dry_run ? await previewBulk(deps, context, bulk) : await grantInBulk(deps, context, bulk);
    const counted = lines.filter(({ outcome }) => outcome === (body.dry_run ? "ready" : "granted"));
    return {
      lines,
      granted: body.dry_run ? 0 : counted.length,
      total_amount: counted.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    };
  },
  voidGrant: ({ body, context }) =>
    voidGrant(deps, context, {
      email: body.user_email,
      lot: body.lot,
      reason: body.reason,
      key: body.idempotency_key,
    }),
  decideGrantRequest: ({ body, context }) => decideGrantRequest(deps, context, body),
  unsubscribe: ({ body, context }) =>
    unsubscribe(deps, context, {
      email: body.user_email,
      planId: body.subscription_id,
      mode: body.mode,
      reason: body.reason,
      key: body.idempotency_key,
    }),
});
