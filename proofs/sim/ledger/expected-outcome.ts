// The expected outcome of a movement, as conditions on the prior state and independent of the implementation.

import type { MoveResult } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import type { AccountMove, LedgerState } from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";

export const sameInputs = (a: AccountMove, b: AccountMove): boolean => {
  const plain = ({ at: _, actor: __, key: ___, ...rest }: AccountMove): string =>
    JSON.stringify(Object.entries(rest).sort(([x], [y]) => x.localeCompare(y)));
  return plain(a) === plain(b);
};

const LEAST_AMOUNT = { grant: 1, reserve: 1, refund: 1, settle: 0, adjust: -Infinity, reverse: 1 };
const EARLIEST_MS = Date.parse("2024-01-01T00:00:00Z");

const isBad = ({ kind, amount, category, at }: AccountMove, nowMs: number): boolean => {
  if (at && (at.getTime() < EARLIEST_MS || at.getTime() > nowMs)) return true;
  if (kind === "void" || kind === "expire") return amount !== undefined;
  if (amount === undefined) return kind !== "reverse";
  if (amount < LEAST_AMOUNT[kind] || Math.abs(amount) > 1e12) return true;
  if (kind === "adjust" && amount === 0) return true;
  const makesLot = kind === "grant" || kind === "refund" || (kind === "adjust" && amount > 0);
  return makesLot && category === undefined;
};

type Expect = (before: LedgerState, move: AccountMove, nowMs: number) => MoveResult["outcome"];

const enough: Expect = ({ available }, { amount = 0 }) => (Math.abs(amount) <= available ? "ok" : "insufficient");

const EXPECT: Record<AccountMove["kind"], Expect> = {
  grant: () => "ok",
  reserve: enough,
  adjust: (before, move, nowMs) => ((move.amount ?? 0) > 0 ? "ok" : enough(before, move, nowMs)),
  settle: ({ holds }, { ref, amount = 0 }) => {
    const held = holds.filter(({ seq }) => seq === ref).map((hold) => hold.amount);
    if (held.length === 0) return "no_hold";
    return held.every((most) => amount <= most) ? "ok" : "too_much";
  },
  void: ({ holds }, { ref }) => (holds.some(({ seq }) => seq === ref) ? "ok" : "no_hold"),
  expire: ({ lots, lastAtMs }, { ref, at }, nowMs) => {
    const lot = lots.find(({ seq }) => seq === ref);
    if (!lot) return "no_lot";
    const isDue = lot.expiresAtMs <= Math.max(at?.getTime() ?? nowMs, lastAtMs);
    return isDue && lot.remaining > lot.reserved ? "ok" : "nothing";
  },
  reverse: ({ lots }, { ref, amount = 1 }) => {
    const lot = lots.find(({ seq }) => seq === ref);
    if (!lot) return "no_lot";
    if (lot.remaining === lot.reserved) return "nothing";
    return amount <= lot.remaining - lot.reserved ? "ok" : "too_much";
  },
  refund: ({ entries }, { ref, amount = 0 }) => {
    const settled = entries.find(({ kind, seq }) => kind === "settle" && seq === ref);
    if (!settled) return "no_settle";
    const given = entries.filter((entry) => entry.kind === "refund" && entry.ref === ref);
    const taken = -(settled.availableChange + settled.reservedChange);
    return given.reduce((left, entry) => left - entry.availableChange, taken) >= amount ? "ok" : "too_much";
  },
};

/** `earlier` is the movement recorded under this key before. */
export const expectedOutcome = (
  before: LedgerState | undefined,
  earlier: AccountMove | undefined,
  move: AccountMove,
  nowMs: number,
): MoveResult["outcome"] => {
  if (!before) return "no_account";
  if (earlier) return sameInputs(earlier, move) ? "replay" : "conflict";
  return isBad(move, nowMs) ? "invalid" : EXPECT[move.kind](before, move, nowMs);
};
