import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { SETTINGS, type SettingsReader } from "../settings/index.ts";

export interface CreditsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsReader;
  /** Whether workers can end subscriptions at Stripe. */
  readonly isStripeConfigured: boolean;
}

/** The amount, in credits, above which whoever grants types the address of the end user. */
export const typedEmailLimit = ({ settings }: Pick<CreditsDeps, "settings">): number =>
  settings.get(SETTINGS.grantTypeEmailAbove);
