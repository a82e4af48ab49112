// Requests of callers: mostly sensible, often in conflict with another caller's, sometimes wrong.

import type { Movement } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import type { AccountMove } from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";
import type { Seeded } from "../../seeded.ts";

/** What callers know of an account; shared, so that two callers may compete for the same thing. */
export interface Known {
  readonly lots: number[];
  readonly holds: { readonly seq: number; readonly amount: number }[];
  readonly settles: { readonly seq: number; readonly amount: number }[];
  readonly asked: AccountMove[];
}

export const nothingKnown = (): Known => ({ lots: [], holds: [], settles: [], asked: [] });

export const learn = (
  known: Known,
  { kind, amount = 0 }: AccountMove,
  { seq, reservedChange, availableChange }: Movement,
) => {
  if (kind === "grant" || kind === "refund" || (kind === "adjust" && amount > 0)) known.lots.push(seq);
  if (kind === "reserve") known.holds.push({ seq, amount: reservedChange });
  if (kind === "settle") known.settles.push({ seq, amount: -(reservedChange + availableChange) });
};

const DAY_MS = 86_400_000;
const CATEGORIES = ["promo", "compensation", "paid", "migration"] as const;
const FAR_FUTURE = new Date(Date.UTC(2200, 0, 1));
const TOO_EARLY = new Date(Date.UTC(2023, 11, 31));

type MoveInput = Omit<AccountMove, "key" | "actor" | "memo">;

const aLot = (random: Seeded, nowMs: number): Omit<MoveInput, "kind"> => ({
  amount: 1 + random.below(40),
  category: random.pick(CATEGORIES),
  ...(random.below(4) === 0 ? { priority: random.below(4) - 1 } : {}),
  // Whole days, so that lots often expire at the same time.
  ...(random.below(2) === 0
    ? { expiresAt: new Date((Math.floor(nowMs / DAY_MS) + 1 + random.below(4)) * DAY_MS) }
    : {}),
});

const someRef = (random: Seeded, refs: readonly number[]): number =>
  refs.length === 0 || random.below(20) === 0 ? 1 + random.below(12) : random.pick(refs);

const ofHold = (random: Seeded, { holds }: Known): { ref: number; amount: number } => {
  const hold = holds[holds.length - 1 - random.below(Math.min(holds.length, 4))];
  if (!hold || random.below(20) === 0) return { ref: 1 + random.below(12), amount: random.below(10) };
  const amounts = [hold.amount, random.below(hold.amount + 1), 0, hold.amount + 1, Math.ceil(hold.amount / 2)];
  return { ref: hold.seq, amount: random.pick(amounts) };
};

const ofSettle = (random: Seeded, { settles }: Known): { ref: number; amount: number } => {
  const settled = settles[random.below(settles.length)];
  if (!settled || random.below(20) === 0) return { ref: 1 + random.below(12), amount: 1 + random.below(10) };
  return { ref: settled.seq, amount: Math.max(1, random.pick([settled.amount, Math.ceil(settled.amount / 2), 1])) };
};

const MOVES: Record<string, (random: Seeded, known: Known, nowMs: number) => MoveInput> = {
  grant: (random, _, nowMs) => ({ kind: "grant", ...aLot(random, nowMs) }),
  reserve: (random) => ({ kind: "reserve", amount: 1 + random.below(30) }),
  settle: (random, known) => ({ kind: "settle", ...ofHold(random, known) }),
  void: (random, known) => ({ kind: "void", ref: ofHold(random, known).ref }),
  expire: (random, { lots }) => ({ kind: "expire", ref: someRef(random, lots) }),
  reverse: (random, { lots }) => ({
    kind: "reverse",
    ref: someRef(random, lots),
    ...(random.below(2) === 0 ? { amount: 1 + random.below(12) } : {}),
  }),
  refund: (random, known, nowMs) => ({ kind: "refund", ...aLot(random, nowMs), ...ofSettle(random, known) }),
  take: (random) => ({ kind: "adjust", amount: -1 - random.below(10) }),
  give: (random, _, nowMs) => ({ kind: "adjust", ...aLot(random, nowMs) }),
  zero: (random) => ({
    kind: random.pick(["grant", "reserve", "adjust", "refund", "reverse"] as const),
    amount: 0,
    ref: 1,
    category: "promo",
  }),
  negative: (random) => ({
    kind: random.pick(["grant", "reserve", "settle", "refund", "reverse"] as const),
    amount: -1 - random.below(5),
    ref: 1 + random.below(4),
    category: "promo",
  }),
  tooLarge: () => ({ kind: "grant", amount: 1_000_000_000_001, category: "paid" }),
  without: (random) =>
    random.pick([
      { kind: "grant", amount: 3 },
      { kind: "grant", category: "paid" },
    ] as const),
  needless: (random) => ({ kind: random.pick(["void", "expire"] as const), amount: 1, ref: 1 + random.below(4) }),
  wrongTime: (random, _, nowMs) => ({
    kind: "grant",
    ...aLot(random, nowMs),
    at: random.pick([FAR_FUTURE, TOO_EARLY]),
  }),
};

const WEIGHTS: Record<string, number> = {
  grant: 22,
  reserve: 28,
  settle: 18,
  void: 9,
  expire: 9,
  reverse: 6,
  refund: 9,
  take: 4,
  give: 2,
  zero: 2,
  negative: 1,
  tooLarge: 0.5,
  without: 0.5,
  needless: 1,
  wrongTime: 1,
};
const NAMES = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight * 2 }, () => name));

/** Mostly a feasible request: a settle needs a hold. */
const feasible = (name: string, random: Seeded, { lots, holds, settles }: Known): string => {
  if (random.below(20) === 0) return name;
  if (name === "refund" && settles.length === 0) return holds.length === 0 ? "reserve" : "settle";
  if ((name === "settle" || name === "void") && holds.length === 0) return lots.length === 0 ? "grant" : "reserve";
  return lots.length === 0 && name !== "grant" && name !== "give" ? "grant" : name;
};

const withOtherFigures = (move: AccountMove): AccountMove =>
  move.amount === undefined ? { ...move, memo: { reason: "something else" } } : { ...move, amount: move.amount + 1 };

/** The next request; sometimes with the key of an earlier one, with equal or other amounts. */
export const nextMove = (random: Seeded, known: Known, nowMs: number, freshKey: string): AccountMove => {
  const earlier = known.asked[random.below(known.asked.length)];
  const dice = random.below(100);
  if (earlier && dice < 5) return earlier;
  if (earlier && dice < 9) return withOtherFigures(earlier);
  const input = MOVES[feasible(random.pick(NAMES), random, known)]?.(random, known, nowMs);
  if (!input) throw new Error("a weight without a move");
  const told = input.at === undefined && random.below(7) === 0 ? { at: new Date(nowMs - random.below(DAY_MS)) } : {};
  const move = { ...input, ...told, key: freshKey, actor: "simulation", memo: { reason: `for ${freshKey}` } };
  known.asked.push(move);
  return move;
};
