import { MAX_CREDITS } from "@dailies/contract";
import type { GrantLimits } from "../credits-deps.ts";
import type { EndUserRow } from "../customers/end-user.store.ts";
import { findGrantFault, type GrantInput } from "./apply-grant.ts";

export interface BulkGrantInput {
  readonly line: number;
  readonly email: string;
  readonly amountCredits: number | null;
}

export type BulkUser = Pick<EndUserRow, "id" | "email" | "status">;

/** The result of one line: a grant, a grant request for a second person, or a refusal. */
export type PlannedLine = BulkGrantInput & { readonly notes: readonly string[] } & (
    | { readonly act: "refuse" }
    | { readonly act: "grant" | "request"; readonly user: BulkUser; readonly giftCredits: number }
  );

export const bulkKey = (key: string, line: number): string => `bulk:${key}:${line}`;

const addressKey = (address: string): string => address.trim().normalize("NFC").toLowerCase();

/** Decides each line independently. The addresses come from the file, so no confirmation by typing is needed. */
export const planBulk = (
  lines: readonly BulkGrantInput[],
  grantInput: Pick<GrantInput, "expiresAt">,
  { users, limits, now }: { users: readonly BulkUser[]; limits: GrantLimits; now: Date },
): PlannedLine[] => {
  const byAddress = new Map(users.map((user) => [addressKey(user.email), user]));
  const numbersSeen = new Set<number>();
  const lineOfAddress = new Map<string, number>();
  return lines.map((asked) => {
    const address = addressKey(asked.email);
    const user = byAddress.get(address);
    const isRepeated = numbersSeen.has(asked.line);
    numbersSeen.add(asked.line);
    const earlier = lineOfAddress.get(address);
    lineOfAddress.set(address, earlier ?? asked.line);
    const { amountCredits } = asked;
    const fault = isRepeated ? "this line number stands twice" : findLineFault(user, amountCredits, grantInput, now);
    if (fault !== undefined || user === undefined || amountCredits === null) {
      return { ...asked, act: "refuse", notes: fault === undefined ? [] : [fault] };
    }
    const notes = earlier === undefined ? [] : [`line ${earlier} has this address too`];
    if (amountCredits <= limits.secondPersonAbove) {
      return { ...asked, act: "grant", user, giftCredits: amountCredits, notes };
    }
    return { ...asked, act: "request", user, giftCredits: amountCredits, notes: [...notes, WAITS] };
  });
};

const WAITS = "so many credits wait for a second administrator";

const findLineFault = (
  user: BulkUser | undefined,
  amountCredits: number | null,
  grantInput: Pick<GrantInput, "expiresAt">,
  now: Date,
): string | undefined => {
  if (amountCredits === null || amountCredits <= 0 || amountCredits > MAX_CREDITS) {
    return `the amount must be a whole number from 1 to ${MAX_CREDITS}`;
  }
  return user === undefined ? "no end user has this e-mail address" : findGrantFault(user, grantInput, now);
};
