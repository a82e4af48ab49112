import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";

export interface PaymentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Of the webhook endpoint: none where Stripe is not used, two while one replaces the other. */
  readonly stripeSecrets: readonly string[];
}
