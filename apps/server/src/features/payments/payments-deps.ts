import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";

export interface PaymentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Webhook secrets: none where Stripe is not used, two during a rotation. */
  readonly stripeSecrets: readonly string[];
}
