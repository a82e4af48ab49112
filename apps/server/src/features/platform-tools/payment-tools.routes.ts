// Operator tools for payment events.
import type { platformToolsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { listPaymentEvents, replayPaymentEvent, toPaymentEvent } from "../payments/index.ts";

export interface PaymentToolsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly stripeSecrets: readonly string[];
}

export const paymentToolsHandlers = ({
  db,
  stripeSecrets,
}: PaymentToolsDeps): Pick<Handlers<typeof platformToolsRoutes>, "listPaymentEvents" | "replayPaymentEvent"> => ({
  async listPaymentEvents({ query }) {
    const { status, before, limit } = query;
    const page = await listPaymentEvents(db, { status, before: before ? new Date(before) : undefined, limit });
    return { ...page, is_stripe_configured: stripeSecrets.length > 0 };
  },

  async replayPaymentEvent({ body, context }) {
    return toPaymentEvent(
      await replayPaymentEvent({ db }, context, { provider: body.provider, eventId: body.event_id }),
    );
  },
});
