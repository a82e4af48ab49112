// Mutation tests of the simulation: each entry is a plausible bug, planted into a copy of the model or of the simulated
// server. The simulation must find every one. An edit whose text does not occur exactly once stops the run.

const MODEL = "apps/server/src/features/credits/ledger/ledger-model.ts";
const STEPS = "apps/server/src/features/credits/ledger/ledger-steps.ts";
const SERVER = "proofs/sim/ledger/server.ts";

interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const bug = (
  name: string,
  file: string,
  ...texts: readonly (readonly [find: string, replace: string])[]
): PlantedBug => ({
  name,
  edits: texts.map(([find, replace]) => ({ file, find, replace })),
});

const CONCURRENCY: readonly PlantedBug[] = [
  bug("no lock", SERVER, ["return accounts.get(tx.request.account)?.lockedBy === undefined;", "return true;"]),
  bug(
    "what is read is older than the lock",
    SERVER,
    ["apply(stateOf(tx.request.account), tx", "apply(tx.applied.state, tx"],
    ["nowMs: 0, applied: NOTHING }", "nowMs: 0, applied: { ...NOTHING, state: stateOf(request.account) } }"],
  ),
  bug("lock let go before the commit", SERVER, [
    "tx.applied = apply(stateOf(tx.request.account), tx.request.move, tx.nowMs);",
    "tx.applied = apply(stateOf(tx.request.account), tx.request.move, tx.nowMs); { const a = accounts.get(tx.request.account); if (a) a.lockedBy = undefined; }",
  ]),
  bug("an account born after the lock is written without it", SERVER, [
    'tx.phase = "worked";\n      return;',
    'tx.phase = "locked";\n      return;',
  ]),
  bug("answered before the commit", SERVER, [
    'case "worked":\n        commit(tx);\n        return undefined;\n      case "committed":\n        finish(tx);\n        return { request: tx.request, result: tx.applied.result };',
    'case "worked":\n        tx.phase = "committed";\n        return { request: tx.request, result: tx.applied.result };\n      case "committed":\n        commit(tx);\n        finish(tx);\n        return undefined;',
  ]),
  bug("charged in a commit of its own, before its key", SERVER, [
    "tx.applied = apply(stateOf(tx.request.account), tx.request.move, tx.nowMs);",
    "tx.applied = apply(stateOf(tx.request.account), tx.request.move, tx.nowMs); { const a = accounts.get(tx.request.account); if (a && tx.applied.state) a.state = { ...tx.applied.state, keys: a.state.keys }; }",
  ]),
  bug("a crash leaves the lock behind", SERVER, [
    "for (const account of accounts.values()) account.lockedBy = undefined;",
    "",
  ]),
  bug(
    "a crash takes back what was committed",
    SERVER,
    ["account.state = applied.state;", "{ account.older = account.state; account.state = applied.state; }"],
    [
      "account.lockedBy = undefined;\n      return lost",
      "{ account.lockedBy = undefined; account.state = account.older ?? account.state; }\n      return lost",
    ],
  ),
];

const KEYS: readonly PlantedBug[] = [
  bug("the key is not kept", MODEL, [
    "new Map(state.keys).set(move.key, { inputs: describeInputs(move), seq })",
    "state.keys",
  ]),
  bug("a key is forgotten after its first replay", MODEL, [
    'return { state, result: { outcome: "replay", movement: toMovement(entry) } };',
    'const keys = new Map(state.keys); keys.delete(move.key); return { state: { ...state, keys }, result: { outcome: "replay", movement: toMovement(entry) } };',
  ]),
  bug("a replay answers today's balance", MODEL, [
    'outcome: "replay", movement: toMovement(entry)',
    'outcome: "replay", movement: { ...toMovement(entry), available: state.available }',
  ]),
  bug("the key is looked at after the rules", MODEL, [
    "const known = state.keys.get(move.key);",
    "const early = refuse(state, move, nowMs); if (early) return { state, result: { outcome: early } }; const known = state.keys.get(move.key);",
  ]),
  bug("other figures under the same key are accepted", MODEL, [
    'if (known.inputs !== describeInputs(move)) return { state, result: { outcome: "conflict" } };',
    "",
  ]),
  bug("the amount is not part of what a key stands for", MODEL, ["    amount ?? null,\n", ""]),
  bug("a refusal uses up its key", MODEL, [
    "if (refusal) return { state, result: { outcome: refusal } };",
    'if (refusal) return { state: { ...state, keys: new Map(state.keys).set(move.key, { inputs: "", seq: 0 }) }, result: { outcome: refusal } };',
  ]),
];

const HOLDS: readonly PlantedBug[] = [
  bug("settled twice", STEPS, ["holds: state.holds.filter((one) => one !== hold),", "holds: state.holds,"]),
  bug("settled for more than was held", STEPS, ['amount > hold.amount ? "too_much" : close', "close"]),
  bug("the remainder is lost", STEPS, ["availableChange: hold.amount - used,", "availableChange: 0,"]),
  bug("the remainder comes back twice", STEPS, [
    "availableChange: hold.amount - used,",
    "availableChange: 2 * (hold.amount - used),",
  ]),
  bug("released into another lot", STEPS, [
    "changeLots(state.lots, hold.pins, (lot, pin)",
    "changeLots(state.lots, hold.pins.map((pin) => ({ ...pin, lot: state.lots[0]?.seq ?? 0 })), (lot, pin)",
  ]),
  bug(
    "lots are chosen at settle and not at reserve",
    STEPS,
    ["lots: changeLots(state.lots, pins, (lot, part) => ({ ...lot, reserved: lot.reserved + part })),", ""],
    ["{ seq: state.seq + 1, amount, pins }", "{ seq: state.seq + 1, amount, pins: [] }"],
    ["of hold.pins) {", "of takeInBurnOrder(state.lots, used)) {"],
  ),
  bug("settled pro rata, in fractions", STEPS, [
    "const part = Math.min(left, amount);",
    "const part = (used * amount) / hold.amount;",
  ]),
  bug("pins are used up from the last", STEPS, ["of hold.pins) {", "of [...hold.pins].reverse()) {"]),
  bug("held credits are spent again", MODEL, [
    "Math.abs(amount) > state.available)",
    "Math.abs(amount) > state.available + state.reserved)",
  ]),
];

const LOTS: readonly PlantedBug[] = [
  bug("burn order reversed", STEPS, [".sort(inBurnOrder)", ".sort((a, b) => inBurnOrder(b, a))"]),
  bug("what was paid for goes before what was given", STEPS, [
    "{ promo: 0, compensation: 1, migration: 2, paid: 3 }",
    "{ promo: 3, compensation: 1, migration: 2, paid: 0 }",
  ]),
  bug("burn order forgets when lots end", STEPS, ["  compareTimes(a.expiresAtMs, b.expiresAtMs) ||\n", ""]),
  bug("burn order forgets the priority", STEPS, ["  a.priority - b.priority ||\n", ""]),
  bug("the youngest of equal lots goes first", STEPS, ["a.seq - b.seq;", "b.seq - a.seq;"]),
  bug("expiry takes what is held", STEPS, ["takeFree(state, lot, freeOf(lot))", "takeFree(state, lot, lot.remaining)"]),
  bug("a lot expires twice", STEPS, ["freeOf(lot) === 0 || lot.expiresAtMs > atMs", "lot.expiresAtMs > atMs"]),
  bug("a lot expires before its end", STEPS, ["freeOf(lot) === 0 || lot.expiresAtMs > atMs", "freeOf(lot) === 0"]),
  bug("a reverse takes what is held", STEPS, ['part > freeOf(lot) ? "too_much"', 'part > lot.remaining ? "too_much"']),
  bug("a reverse still counts as granted", STEPS, ["granted: -part", "granted: 0"]),
];

const FIGURES: readonly PlantedBug[] = [
  bug("a refund of more than was used", STEPS, [
    'if (before + amount > -(settled.availableChange + settled.reservedChange)) return "too_much";',
    "",
  ]),
  bug("refunded twice under two keys", STEPS, ["before + amount > -", "amount > -"]),
  bug("a refund still counts as used", STEPS, ["consumed: -amount", "consumed: 0"]),
  {
    name: "a balance below zero",
    edits: [
      { file: MODEL, find: 'if (takes && Math.abs(amount) > state.available) return "insufficient";', replace: "" },
      {
        file: STEPS,
        find: 'if (left > 0) throw new Error("the lots do not cover what the account has");',
        replace: "",
      },
    ],
  },
  bug("a movement of nothing", MODEL, [
    "return amount !== undefined && amount > 0;",
    "return amount !== undefined && amount >= 0;",
  ]),
  bug("an adjustment downwards gives", STEPS, ["if (amount > 0) return grant", "if (amount !== 0) return grant"]),
  bug("a number is skipped", MODEL, [
    "const seq = state.seq + 1;",
    'const seq = state.seq + (move.kind === "void" ? 2 : 1);',
  ]),
  bug("time runs back", MODEL, [
    "Math.max(move.at?.getTime() ?? nowMs, state.lastAtMs)",
    "move.at?.getTime() ?? nowMs",
  ]),
  bug("movements of the future are accepted", MODEL, [" && at.getTime() <= nowMs", ""]),
];

export const PLANTED_BUGS: readonly PlantedBug[] = [...CONCURRENCY, ...KEYS, ...HOLDS, ...LOTS, ...FIGURES];
