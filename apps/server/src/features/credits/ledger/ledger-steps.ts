// How each kind of movement changes the lots and holds of an account.
import type { Move, Movement, Refusal } from "./ledger.store.ts";

export interface Entry extends Movement {
  readonly kind: Move["kind"];
  readonly ref: number | null;
}

export type AccountMove = Omit<Move, "accountId">;

export interface Hold {
  readonly seq: number;
  readonly amount: number;
  /** The lots that back this hold, chosen when it was created. */
  readonly pins: Movement["lots"];
}

/** One account with its full history. */
export interface LedgerState {
  readonly available: number;
  readonly reserved: number;
  readonly seq: number;
  readonly lastAtMs: number;
  readonly lifetimeGranted: number;
  readonly lifetimeConsumed: number;
  readonly entries: readonly Entry[];
  readonly keys: ReadonlyMap<string, { readonly inputs: string; readonly seq: number }>;
  readonly lots: readonly Lot[];
  readonly holds: readonly Hold[];
  /** Refunded amount by the sequence number of the settle. */
  readonly refunded: ReadonlyMap<number, number>;
}

export interface Lot {
  readonly seq: number;
  readonly category: NonNullable<Move["category"]>;
  readonly priority: number;
  /** Infinity when it never expires. */
  readonly expiresAtMs: number;
  readonly granted: number;
  readonly remaining: number;
  readonly reserved: number;
}

export interface Effect {
  readonly availableChange: number;
  readonly reservedChange: number;
  readonly granted: number;
  readonly consumed: number;
  /** The amounts taken from each lot, in order. */
  readonly taken: Movement["lots"];
  readonly lots: readonly Lot[];
  readonly holds: readonly Hold[];
  readonly refunded: ReadonlyMap<number, number>;
}

type Step = (state: LedgerState, move: AccountMove, atMs: number) => Effect | Refusal;

// A charge spends lots by priority, then the one that expires first, then granted before paid credits.
const BURN_CLASS = { promo: 0, compensation: 1, migration: 2, paid: 3 } as const;

const compareTimes = (a: number, b: number): number => (a === b ? 0 : a - b);
const inBurnOrder = (a: Lot, b: Lot): number =>
  a.priority - b.priority ||
  compareTimes(a.expiresAtMs, b.expiresAtMs) ||
  BURN_CLASS[a.category] - BURN_CLASS[b.category] ||
  a.seq - b.seq;

const freeOf = (lot: Lot): number => lot.remaining - lot.reserved;

const nothingYet = ({ lots, holds, refunded }: LedgerState): Effect => ({
  availableChange: 0,
  reservedChange: 0,
  granted: 0,
  consumed: 0,
  taken: [],
  lots,
  holds,
  refunded,
});

const changeLots = (
  lots: readonly Lot[],
  amounts: Movement["lots"],
  change: (lot: Lot, amount: number) => Lot,
): readonly Lot[] =>
  lots.map((lot) => {
    const part = amounts.find((one) => one.lot === lot.seq);
    return part ? change(lot, part.amount) : lot;
  });

const takeInBurnOrder = (lots: readonly Lot[], wanted: number): Movement["lots"] => {
  const taken: { lot: number; amount: number }[] = [];
  let left = wanted;
  for (const lot of lots.filter((one) => freeOf(one) > 0).sort(inBurnOrder)) {
    if (left === 0) break;
    const amount = Math.min(left, freeOf(lot));
    taken.push({ lot: lot.seq, amount });
    left -= amount;
  }
  if (left > 0) throw new Error("the lots do not cover what the account has");
  return taken;
};

const addLot = (state: LedgerState, move: AccountMove, amount: number): readonly Lot[] => [
  ...state.lots,
  {
    seq: state.seq + 1,
    category: move.category ?? "paid",
    priority: move.priority ?? 0,
    expiresAtMs: move.expiresAt?.getTime() ?? Infinity,
    granted: amount,
    remaining: amount,
    reserved: 0,
  },
];

const grant: Step = (state, move) => {
  const amount = move.amount ?? 0;
  return { ...nothingYet(state), availableChange: amount, granted: amount, lots: addLot(state, move, amount) };
};

const reserve: Step = (state, { amount = 0 }) => {
  const pins = takeInBurnOrder(state.lots, amount);
  return {
    ...nothingYet(state),
    availableChange: -amount,
    reservedChange: amount,
    taken: pins,
    lots: changeLots(state.lots, pins, (lot, part) => ({ ...lot, reserved: lot.reserved + part })),
    holds: [...state.holds, { seq: state.seq + 1, amount, pins }],
  };
};

/** Consumes the used amount from the pinned lots in order and releases the rest to the same lots. */
const close = (state: LedgerState, hold: Hold, used: number): Effect => {
  const taken: { lot: number; amount: number }[] = [];
  let left = used;
  for (const { lot, amount } of hold.pins) {
    const part = Math.min(left, amount);
    if (part > 0) taken.push({ lot, amount: part });
    left -= part;
  }
  const released = changeLots(state.lots, hold.pins, (lot, pin) => ({ ...lot, reserved: lot.reserved - pin }));
  return {
    ...nothingYet(state),
    availableChange: hold.amount - used,
    reservedChange: -hold.amount,
    consumed: used,
    taken,
    lots: changeLots(released, taken, (lot, part) => ({ ...lot, remaining: lot.remaining - part })),
    holds: state.holds.filter((one) => one !== hold),
  };
};

const settle: Step = (state, { ref, amount = 0 }) => {
  const hold = state.holds.find(({ seq }) => seq === ref);
  if (!hold) return "no_hold";
  return amount > hold.amount ? "too_much" : close(state, hold, amount);
};

const voidHold: Step = (state, { ref }) => {
  const hold = state.holds.find(({ seq }) => seq === ref);
  return hold ? close(state, hold, 0) : "no_hold";
};

/** Takes from one lot, and never what is held. */
const takeFree = (state: LedgerState, lot: Lot, amount: number): Effect => {
  const taken = [{ lot: lot.seq, amount }];
  return {
    ...nothingYet(state),
    availableChange: -amount,
    taken,
    lots: changeLots(state.lots, taken, (one, part) => ({ ...one, remaining: one.remaining - part })),
  };
};

const expire: Step = (state, { ref }, atMs) => {
  const lot = state.lots.find(({ seq }) => seq === ref);
  if (!lot) return "no_lot";
  return freeOf(lot) === 0 || lot.expiresAtMs > atMs ? "nothing" : takeFree(state, lot, freeOf(lot));
};

const reverse: Step = (state, { ref, amount }) => {
  const lot = state.lots.find(({ seq }) => seq === ref);
  if (!lot) return "no_lot";
  if (freeOf(lot) === 0) return "nothing";
  const part = amount ?? freeOf(lot);
  return part > freeOf(lot) ? "too_much" : { ...takeFree(state, lot, part), granted: -part };
};

const adjust: Step = (state, move) => {
  const { amount = 0 } = move;
  if (amount > 0) return grant(state, move, state.lastAtMs);
  const taken = takeInBurnOrder(state.lots, -amount);
  return {
    ...nothingYet(state),
    availableChange: amount,
    granted: amount,
    taken,
    lots: changeLots(state.lots, taken, (lot, part) => ({ ...lot, remaining: lot.remaining - part })),
  };
};

const refund: Step = (state, move) => {
  const { ref, amount = 0 } = move;
  const settled = state.entries.find(({ seq, kind }) => seq === ref && kind === "settle");
  if (!settled) return "no_settle";
  const before = state.refunded.get(settled.seq) ?? 0;
  if (before + amount > -(settled.availableChange + settled.reservedChange)) return "too_much";
  return {
    ...nothingYet(state),
    availableChange: amount,
    consumed: -amount,
    lots: addLot(state, move, amount),
    refunded: new Map(state.refunded).set(settled.seq, before + amount),
  };
};

export const STEPS: Record<AccountMove["kind"], Step> = {
  grant,
  reserve,
  settle,
  void: voidHold,
  expire,
  adjust,
  refund,
  reverse,
};
