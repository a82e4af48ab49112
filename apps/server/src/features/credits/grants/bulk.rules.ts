import { MAX_CREDITS } from "@dailies/contract";
import type { EndUserRow } from "../customers/end-user.store.ts";
import { endUserSubject, type Used } from "./allowance.store.ts";
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

/** What the plan depends on besides the lines themselves. */
export interface BulkSituation {
  readonly users: readonly BulkUser[];
  readonly now: Date;
  readonly limit: number;
  readonly operator: string;
  /** The sums of 24 hours, by subject: of the operator and of each end user. */
  readonly used: ReadonlyMap<string, Used>;
  /** Lines of an earlier attempt: what they became then, they become again. */
  readonly granted: ReadonlySet<number>;
  readonly requested: ReadonlySet<number>;
}

const addressKey = (address: string): string => address.trim().normalize("NFC").toLowerCase();

/** Finds the end user of a line by its address. */
export const userFinder = <U extends Pick<BulkUser, "email">>(users: readonly U[]) => {
  const byAddress = new Map(users.map((user) => [addressKey(user.email), user]));
  return (address: string): U | undefined => byAddress.get(addressKey(address));
};

/**
 * Decides the lines in their order: each one that fits into the operator's and the end user's limit of 24 hours is granted,
 * the others wait for a second person. The addresses come from the file, so no confirmation by typing is needed.
 */
export const planBulk = (
  lines: readonly BulkGrantInput[],
  grantInput: Pick<GrantInput, "expiresAt">,
  { users, now, ...situation }: BulkSituation,
): PlannedLine[] => {
  const decide = deciderOf(situation);
  const findUser = userFinder(users);
  const numbersSeen = new Set<number>();
  const lineOfAddress = new Map<string, number>();
  return lines.map((asked) => {
    const address = addressKey(asked.email);
    const user = findUser(asked.email);
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
    return decide({ ...asked, user, giftCredits: amountCredits }, notes);
  });
};

const WAITS = "this line waits for a second administrator";

type Situation = Omit<BulkSituation, "users" | "now">;
type Recipient = BulkGrantInput & { readonly user: BulkUser; readonly giftCredits: number };

const deciderOf = (situation: Situation) => {
  const takeAllowance = allowanceOf(situation);
  return (planned: Recipient, notes: readonly string[]): PlannedLine => {
    if (situation.granted.has(planned.line)) return { ...planned, act: "grant", notes };
    const isRequested = situation.requested.has(planned.line);
    const reason = isRequested ? WAITS : takeAllowance(planned.user, planned.giftCredits);
    if (reason === undefined) return { ...planned, act: "grant", notes };
    return { ...planned, act: "request", notes: [...notes, reason] };
  };
};

/** Takes from both allowances; returns why it cannot, as a message. */
const allowanceOf = ({ limit, operator, used }: Situation) => {
  const sums = new Map([...used].map(([subject, each]) => [subject, each.used]));
  return (user: BulkUser, amountCredits: number): string | undefined => {
    for (const [subject, whose] of [
      [operator, "you have granted"],
      [endUserSubject(user.id), "this end user has got"],
    ] as const) {
      const sum = sums.get(subject) ?? 0;
      if (sum + amountCredits > limit) {
        const until = used.get(subject)?.until;
        const when = until ? `, until ${until.toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
        return `${WAITS}: ${whose} ${sum} of ${limit} credits in 24 hours${when}`;
      }
    }
    for (const subject of [operator, endUserSubject(user.id)])
      sums.set(subject, (sums.get(subject) ?? 0) + amountCredits);
    return undefined;
  };
};

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
