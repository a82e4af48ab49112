// Checks one decided movement against the state before and after it. Knows the guarantees of the ledger and none of its
// code.

import type { Movement } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import type {
  AccountMove,
  Entry,
  Hold,
  LedgerState,
  Lot,
} from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";
import { findViolations } from "../../../apps/server/src/features/credits/ledger/ledger-violations.ts";
import { expectedOutcome } from "./expected-outcome.ts";
import type { Decided } from "./server.ts";

type Part = Movement["lots"][number];

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const allEqual = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index] || equal(one, b[index]));

const CLASSES = ["promo", "compensation", "migration", "paid"];
const rankOf = (lot: Lot): number[] => [lot.priority, lot.expiresAtMs, CLASSES.indexOf(lot.category), lot.seq];
const goesFirst = (a: Lot, b: Lot): number => {
  const [x, y] = [rankOf(a), rankOf(b)];
  const at = x.findIndex((value, index) => value !== y[index]);
  return (x[at] ?? 0) < (y[at] ?? 0) ? -1 : 1;
};

/** Fills the parts in order: each takes what lies between the sum before it and the sum including it. */
const fill = (positions: readonly Part[], amount: number): Part[] => {
  let sum = 0;
  return positions
    .map((position) => {
      const from = sum;
      sum += position.amount;
      return { lot: position.lot, amount: Math.max(0, Math.min(sum, amount) - from) };
    })
    .filter((part) => part.amount > 0);
};

const freeInOrder = ({ lots }: LedgerState): Part[] =>
  [...lots].sort(goesFirst).map((lot) => ({ lot: lot.seq, amount: lot.remaining - lot.reserved }));

interface Promised {
  readonly availableChange: number;
  readonly reservedChange: number;
  readonly taken: readonly Part[];
  /** What leaves lots for good, and the change of what is reserved in them. */
  readonly spent: readonly Part[];
  readonly pinned: readonly Part[];
}

const NONE = { availableChange: 0, reservedChange: 0, taken: [], spent: [], pinned: [] };
const isBringing = ({ kind, amount = 0 }: AccountMove): boolean =>
  kind === "grant" || kind === "refund" || (kind === "adjust" && amount > 0);

const promiseOf = (before: LedgerState, move: AccountMove): Promised => {
  const { kind, amount = 0, ref } = move;
  if (isBringing(move)) return { ...NONE, availableChange: amount };
  if (kind === "reserve") {
    const taken = fill(freeInOrder(before), amount);
    return { ...NONE, availableChange: -amount, reservedChange: amount, taken, pinned: taken };
  }
  if (kind === "settle" || kind === "void") {
    const hold = before.holds.find(({ seq }) => seq === ref);
    const pins = hold?.pins ?? [];
    const spent = fill(pins, amount);
    const released = pins.map((pin) => ({ lot: pin.lot, amount: -pin.amount }));
    const held = hold?.amount ?? 0;
    return { availableChange: held - amount, reservedChange: -held, taken: spent, spent, pinned: released };
  }
  const free = freeInOrder(before);
  const ofOne = free.filter(({ lot }) => lot === ref);
  const spent = kind === "adjust" ? fill(free, -amount) : fill(ofOne, move.amount ?? Infinity);
  return { ...NONE, availableChange: -spent.reduce((sum, part) => sum + part.amount, 0), taken: spent, spent };
};

const lotsAsPromised = (before: LedgerState, move: AccountMove, { spent, pinned }: Promised): Lot[] => {
  const of = (parts: readonly Part[], lot: Lot): number => parts.find((part) => part.lot === lot.seq)?.amount ?? 0;
  const kept = before.lots.map((lot) => {
    const [gone, held] = [of(spent, lot), of(pinned, lot)];
    return gone === 0 && held === 0 ? lot : { ...lot, remaining: lot.remaining - gone, reserved: lot.reserved + held };
  });
  if (!isBringing(move)) return kept;
  const { amount = 0, category = "paid", priority = 0, expiresAt } = move;
  const expiresAtMs = expiresAt?.getTime() ?? Infinity;
  const figures = { granted: amount, remaining: amount, reserved: 0 };
  return [...kept, { seq: before.seq + 1, category, priority, expiresAtMs, ...figures }];
};

const holdsAsPromised = (
  before: LedgerState,
  { kind, amount = 0, ref }: AccountMove,
  pins: readonly Part[],
): Hold[] => {
  if (kind === "reserve") return [...before.holds, { seq: before.seq + 1, amount, pins }];
  const closed = kind === "settle" || kind === "void" ? ref : undefined;
  return before.holds.filter(({ seq }) => seq !== closed);
};

function* judgeEntry(before: LedgerState, after: LedgerState, { request, nowMs }: Decided): Generator<string> {
  const { move } = request;
  const entry: Entry | undefined = after.entries[before.entries.length];
  if (!entry || after.entries.length !== before.entries.length + 1) yield "not exactly one entry was added";
  if (before.entries.some((one, index) => after.entries[index] !== one)) yield "an earlier entry was changed or lost";
  if (!entry) return;
  const promised = promiseOf(before, move);
  const changed = [entry.availableChange, entry.reservedChange, entry.lots];
  const wanted = [promised.availableChange, promised.reservedChange, promised.taken];
  if (!equal(changed, wanted)) yield `changed ${JSON.stringify(changed)}, not ${JSON.stringify(wanted)}`;
  if (!equal([entry.kind, entry.ref], [move.kind, move.ref])) yield "the entry tells of another movement";
  if (entry.at.getTime() !== Math.max(move.at?.getTime() ?? nowMs, before.lastAtMs))
    yield "the entry has another moment";
  if (!allEqual(after.lots, lotsAsPromised(before, move, promised))) yield "lots changed otherwise than promised";
  if (!allEqual(after.holds, holdsAsPromised(before, move, promised.taken)))
    yield "holds changed otherwise than promised";
}

const sameParts = (a: readonly Part[], b: readonly Part[]): boolean =>
  a.length === b.length && a.every(({ lot, amount }, index) => b[index]?.lot === lot && b[index].amount === amount);

export const sameFigures = (a: Movement, b: Movement): boolean =>
  a.seq === b.seq &&
  a.at.getTime() === b.at.getTime() &&
  a.availableChange === b.availableChange &&
  a.reservedChange === b.reservedChange &&
  a.available === b.available &&
  a.reserved === b.reserved &&
  sameParts(a.lots, b.lots);

/** Whether an acknowledged movement is in the ledger with equal amounts. */
export const isKept = (state: LedgerState | undefined, told: Movement): boolean =>
  state?.entries.some((entry) => entry.seq === told.seq && sameFigures(entry, told)) ?? false;

/** Lists the violations; `earlier` is the movement recorded under this key before. */
export const judge = (decided: Decided, earlier: AccountMove | undefined): string[] => {
  const { request, nowMs, before, after, result } = decided;
  const faults: string[] = [];
  const expected = expectedOutcome(before, earlier, request.move, nowMs);
  if (result.outcome !== expected) faults.push(`answered ${result.outcome} where ${expected} was right`);
  if (result.outcome === "ok" && before && after) faults.push(...judgeEntry(before, after, decided));
  if (result.outcome !== "ok" && after !== before) faults.push(`answered ${result.outcome} and changed something`);
  if ("movement" in result && !isKept(after, result.movement))
    faults.push("answered other figures than are in the books");
  if (after && after !== before) faults.push(...findViolations(after));
  return faults;
};
