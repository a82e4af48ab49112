import { DomainError } from "../../errors.ts";

/** Clocks of two machines differ a little. */
const SKEW_MS = 5 * 60_000;

/** News from the future would silence everything that is told until then. */
export const toldAtOf = (occurredAt: string, now: Date): Date => {
  const toldAt = new Date(occurredAt);
  if (toldAt.getTime() > now.getTime() + SKEW_MS) throw new DomainError("invalid", "this has not happened yet");
  return toldAt;
};
