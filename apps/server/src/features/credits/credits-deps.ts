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

/** Amounts, in credits, from which a grant needs more than one click. */
export interface GrantLimits {
  readonly typeEmailAbove: number;
  readonly secondPersonAbove: number;
}

export const readLimits = ({ settings }: Pick<CreditsDeps, "settings">): GrantLimits => ({
  typeEmailAbove: settings.get(SETTINGS.grantTypeEmailAbove),
  secondPersonAbove: settings.get(SETTINGS.grantSecondPersonAbove),
});
