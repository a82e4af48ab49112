// Invariants of an account. They are checked on entries and balances, independently of the rules that produced them.
import type { Movement } from "./ledger.store.ts";
import type { Entry, LedgerState } from "./ledger-steps.ts";

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

const sumByLot = (parts: Iterable<Movement["lots"][number]>): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const { lot, amount } of parts) sums.set(lot, (sums.get(lot) ?? 0) + amount);
  return sums;
};

/** The total that an entry must have taken from lots. */
const legsWanted = ({ kind, availableChange, reservedChange }: Entry): number => {
  if (kind === "reserve") return reservedChange;
  if (kind === "adjust" && availableChange > 0) return 0;
  return kind === "grant" || kind === "refund" || kind === "void" ? 0 : -(availableChange + reservedChange);
};

const consumedBy = ({ kind, availableChange, reservedChange }: Entry): number =>
  kind === "settle" || kind === "refund" ? -(availableChange + reservedChange) : 0;
const grantedBy = ({ kind, availableChange }: Entry): number =>
  kind === "grant" || kind === "adjust" || kind === "reverse" ? availableChange : 0;

function* findInRunningBalance({ entries }: LedgerState): Generator<string> {
  let before: Pick<Entry, "seq" | "available" | "reserved" | "at"> = {
    seq: 0,
    available: 0,
    reserved: 0,
    at: new Date(-8.64e15),
  };
  for (const entry of entries) {
    if (entry.seq !== before.seq + 1) yield `entry ${entry.seq} follows ${before.seq}`;
    if (entry.at < before.at) yield `entry ${entry.seq} is older than the one before`;
    const fits =
      entry.available === before.available + entry.availableChange &&
      entry.reserved === before.reserved + entry.reservedChange;
    if (!fits) yield `the running balance breaks at entry ${entry.seq}`;
    if (entry.available < 0 || entry.reserved < 0) yield `entry ${entry.seq} leaves a negative balance`;
    if (sum(entry.lots.map(({ amount }) => amount)) !== legsWanted(entry)) {
      yield `the lots of entry ${entry.seq} are not its amount`;
    }
    before = entry;
  }
}

function* findInSums(state: LedgerState): Generator<string> {
  const { entries, lots, holds } = state;
  const figures = [state.available, state.reserved, state.seq, state.lifetimeGranted, state.lifetimeConsumed];
  if (!figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0))
    yield "a figure is negative or no integer";
  if (state.available !== sum(entries.map((entry) => entry.availableChange))) yield "available is not its entries";
  if (state.reserved !== sum(entries.map((entry) => entry.reservedChange))) yield "reserved is not its entries";
  if (state.seq !== entries.length) yield "seq does not count the entries";
  if (state.lastAtMs !== (entries.at(-1)?.at.getTime() ?? -Infinity)) yield "the last moment is not the last entry's";
  if (state.lifetimeGranted !== sum(entries.map(grantedBy))) yield "what was granted is not its entries";
  if (state.lifetimeConsumed !== sum(entries.map(consumedBy))) yield "what was consumed is not its entries";
  if (sum(lots.map((lot) => lot.remaining)) !== state.available + state.reserved) yield "the lots are not the balance";
  if (sum(lots.map((lot) => lot.reserved)) !== state.reserved) yield "the lots are not what is reserved";
  if (sum(holds.map((hold) => hold.amount)) !== state.reserved) yield "the holds are not what is reserved";
}

function* findInLots(state: LedgerState): Generator<string> {
  const pinned = sumByLot(state.holds.flatMap(({ pins }) => pins));
  const taken = sumByLot(state.entries.flatMap(({ kind, lots }) => (kind === "reserve" ? [] : lots)));
  for (const lot of state.lots) {
    if (lot.remaining > lot.granted || lot.reserved > lot.remaining || lot.reserved < 0) {
      yield `lot ${lot.seq} has impossible figures`;
    }
    if (lot.reserved !== (pinned.get(lot.seq) ?? 0)) yield `lot ${lot.seq} is not reserved by its holds`;
    if (lot.granted - (taken.get(lot.seq) ?? 0) !== lot.remaining) yield `lot ${lot.seq} is not what was left of it`;
    const maker = state.entries[lot.seq - 1];
    if (maker?.availableChange !== lot.granted || maker.reservedChange !== 0) yield `lot ${lot.seq} came from nowhere`;
  }
}

function* findInHolds({ entries, holds }: LedgerState): Generator<string> {
  const closed = entries.filter(({ kind }) => kind === "settle" || kind === "void").map(({ ref }) => ref);
  if (new Set(closed).size !== closed.length) yield "a hold was closed twice";
  const open = entries.filter(({ kind, seq }) => kind === "reserve" && !closed.includes(seq));
  if (open.map(({ seq }) => seq).join() !== holds.map(({ seq }) => seq).join()) yield "a hold is lost or too many";
  for (const entry of entries.filter(({ kind }) => kind === "settle" || kind === "void")) {
    const made = entries.find(({ kind, seq }) => kind === "reserve" && seq === entry.ref);
    if (made?.reservedChange !== -entry.reservedChange) yield `entry ${entry.seq} closes something else than was held`;
  }
}

function* findInRefunds({ entries, refunded }: LedgerState): Generator<string> {
  const refunds = new Map<number, number>();
  for (const { kind, ref, availableChange } of entries) {
    if (kind === "refund" && ref !== null) refunds.set(ref, (refunds.get(ref) ?? 0) + availableChange);
  }
  for (const seq of new Set([...refunds.keys(), ...refunded.keys()])) {
    const settled = entries.find((entry) => entry.seq === seq && entry.kind === "settle");
    const given = refunds.get(seq) ?? 0;
    if (given !== refunded.get(seq)) yield `refunds of ${seq} are not what was given back`;
    if (given > (settled ? consumedBy(settled) : 0)) yield `more than ${seq} took was given back`;
  }
}

function* findInKeys({ entries, keys }: LedgerState): Generator<string> {
  const seqs = new Set([...keys.values()].map(({ seq }) => seq));
  if (keys.size !== entries.length || seqs.size !== entries.length) yield "keys and entries are not one to one";
  if (entries.some(({ seq }) => !seqs.has(seq))) yield "an entry has no key";
}

/** Returns violated invariants: sums, lots, holds, one effect per key. Empty if all hold. */
export const findViolations = (state: LedgerState): string[] => [
  ...findInSums(state),
  ...findInRunningBalance(state),
  ...findInLots(state),
  ...findInHolds(state),
  ...findInRefunds(state),
  ...findInKeys(state),
];
