import { DomainError } from "../../../errors.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { findMovementSpan, type TimeRange } from "../ledger/movement.store.ts";
import { sumConsumption } from "./consumption.store.ts";
import { getEndUser } from "./get-end-user.ts";

const MAX_CONSUMPTION_DAYS = 400;
const DAY_MS = 86_400_000;
const MAX_RANGE_MS = MAX_CONSUMPTION_DAYS * DAY_MS;
/** Names of the tz database only; PostgreSQL inverts the sign of offsets such as +02:00. */
const ZONE_NAME = /^[A-Za-z]+[A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

export interface Consumed {
  readonly day: string;
  readonly model: string;
  readonly credits: number;
  readonly jobs: number;
}

export const getConsumption = async (
  { db, clock }: Pick<CreditsDeps, "db" | "clock">,
  input: TimeRange & { email: string; timeZone: string },
): Promise<Consumed[]> => {
  if (!isTimeZone(input.timeZone))
    throw new DomainError("invalid", "unknown time zone: use a name such as Europe/Berlin");
  const user = await getEndUser(db, input.email);
  const to = input.to ?? new Date(clock().getTime() + DAY_MS);
  const from = input.from ?? new Date(to.getTime() - MAX_RANGE_MS);
  if (to.getTime() - from.getTime() > MAX_RANGE_MS) {
    throw new DomainError("invalid", `ask for ${MAX_CONSUMPTION_DAYS} days at most`);
  }
  const span = await findMovementSpan(db, user.id, { from, to });
  if (span.last < span.first) return [];
  const rows = await sumConsumption(db, user.id, span, { from, to, timeZone: input.timeZone });
  return rows.map(({ day, model, credits, jobs }) => ({ day, model, credits: Number(credits), jobs: Number(jobs) }));
};

const isTimeZone = (name: string): boolean => {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};
