// A model of the SQL function move_credits as pure arithmetic without a database, so that thousands of histories can be
// tested in a minute. Tests compare the results of both; neither is derived from the other.

import type { Movement, MoveResult, Refusal } from "./ledger.store.ts";
import { type AccountMove, type Effect, type Entry, type LedgerState, STEPS } from "./ledger-steps.ts";

export interface Applied {
  /** The identical object if nothing changed. */
  readonly state: LedgerState | undefined;
  readonly result: MoveResult;
}

/** Small enough that sums with the largest balance stay exact in JavaScript. */
export const LARGEST_MOVE = 1_000_000_000_000;
/** The first month with a partition for movements. */
export const FIRST_AT_MS = Date.UTC(2024, 0, 1);
const CATEGORIES: readonly unknown[] = ["promo", "compensation", "paid", "migration"];

export const openAccount = (): LedgerState => ({
  available: 0,
  reserved: 0,
  seq: 0,
  lastAtMs: -Infinity,
  lifetimeGranted: 0,
  lifetimeConsumed: 0,
  entries: [],
  keys: new Map(),
  lots: [],
  holds: [],
  refunded: new Map(),
});

/** The inputs that must match for a replay of the same key; sender and time are not part of them. */
const describeInputs = ({ kind, amount, ref, category, priority, expiresAt, memo }: AccountMove): string =>
  JSON.stringify([
    kind,
    amount ?? null,
    ref ?? null,
    category ?? null,
    priority ?? null,
    expiresAt?.getTime() ?? null,
    Object.entries(memo)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const isLength = (text: string, longest: number): boolean => text.length >= 1 && text.length <= longest;

const isTold = ({ key, actor, at }: AccountMove, nowMs: number): boolean =>
  isLength(key, 200) &&
  isLength(actor, 254) &&
  (at === undefined || (at.getTime() >= FIRST_AT_MS && at.getTime() <= nowMs));

const isAmount = ({ kind, amount }: AccountMove): boolean => {
  if (amount !== undefined && !(Number.isSafeInteger(amount) && Math.abs(amount) <= LARGEST_MOVE)) return false;
  switch (kind) {
    case "grant":
    case "reserve":
    case "refund":
      return amount !== undefined && amount > 0;
    case "settle":
      return amount !== undefined && amount >= 0;
    case "adjust":
      return amount !== undefined && amount !== 0;
    case "reverse":
      return amount === undefined || amount > 0;
    default:
      return amount === undefined;
  }
};

const bringsLot = ({ kind, amount = 0 }: AccountMove): boolean =>
  kind === "grant" || kind === "refund" || (kind === "adjust" && amount > 0);

const refuse = (state: LedgerState, move: AccountMove, nowMs: number): Refusal | undefined => {
  const { kind, amount = 0 } = move;
  if (!isTold(move, nowMs) || !isAmount(move)) return "invalid";
  if (bringsLot(move) && !CATEGORIES.includes(move.category)) return "invalid";
  const takes = kind === "reserve" || (kind === "adjust" && amount < 0);
  if (takes && Math.abs(amount) > state.available) return "insufficient";
  const adds = kind === "grant" || (kind === "adjust" && amount > 0);
  if (adds && state.lifetimeGranted > Number.MAX_SAFE_INTEGER - amount) return "too_much";
  return undefined;
};

const toMovement = ({ kind: _, ref: __, ...movement }: Entry): Movement => movement;

const post = (state: LedgerState, move: AccountMove, atMs: number, effect: Effect): Applied => {
  const seq = state.seq + 1;
  const available = state.available + effect.availableChange;
  const reserved = state.reserved + effect.reservedChange;
  const entry: Entry = {
    kind: move.kind,
    ref: move.ref ?? null,
    seq,
    at: new Date(atMs),
    availableChange: effect.availableChange,
    reservedChange: effect.reservedChange,
    available,
    reserved,
    lots: effect.taken,
  };
  return {
    state: {
      available,
      reserved,
      seq,
      lastAtMs: atMs,
      lifetimeGranted: state.lifetimeGranted + effect.granted,
      lifetimeConsumed: state.lifetimeConsumed + effect.consumed,
      entries: [...state.entries, entry],
      keys: new Map(state.keys).set(move.key, { inputs: describeInputs(move), seq }),
      lots: effect.lots,
      holds: effect.holds,
      refunded: effect.refunded,
    },
    result: { outcome: "ok", movement: toMovement(entry) },
  };
};

export const apply = (state: LedgerState | undefined, move: AccountMove, nowMs: number): Applied => {
  if (!state) return { state, result: { outcome: "no_account" } };
  const known = state.keys.get(move.key);
  if (known) {
    if (known.inputs !== describeInputs(move)) return { state, result: { outcome: "conflict" } };
    const entry = state.entries.find(({ seq }) => seq === known.seq);
    if (!entry) throw new Error(`the key ${move.key} has no movement`);
    return { state, result: { outcome: "replay", movement: toMovement(entry) } };
  }
  const refusal = refuse(state, move, nowMs);
  if (refusal) return { state, result: { outcome: refusal } };
  // Never before the account's last movement: time and sequence number increase together.
  const atMs = Math.max(move.at?.getTime() ?? nowMs, state.lastAtMs);
  const effect = STEPS[move.kind](state, move, atMs);
  return typeof effect === "string" ? { state, result: { outcome: effect } } : post(state, move, atMs, effect);
};
