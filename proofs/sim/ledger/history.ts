// One history: some callers, two accounts that are created during it, and a server that may crash at any step. All of it
// follows from the seed.

import type { Movement } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import type { AccountMove, LedgerState } from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";
import { type Seeded, seeded } from "../../seeded.ts";
import { type Known, learn, nextMove, nothingKnown } from "./intents.ts";
import { isKept, judge, sameFigures } from "./judge.ts";
import { type Answer, createLedgerServer, type Decided, type LedgerServer, type Request } from "./server.ts";

export interface History {
  /** Every movement in the order of its decision, with its outcome. */
  readonly decided: readonly Decided[];
  readonly finals: ReadonlyMap<number, LedgerState | undefined>;
  readonly faults: readonly string[];
  readonly crashes: number;
  readonly lostAnswers: number;
}

interface Caller {
  readonly id: number;
  /** Sent and without a reply yet. */
  waitingFor: Request | undefined;
}

interface World {
  readonly random: Seeded;
  readonly server: LedgerServer;
  readonly callers: readonly Caller[];
  readonly known: Map<number, Known>;
  readonly acknowledged: Map<string, { readonly account: number; readonly movement: Movement }>;
  readonly faults: string[];
  nowMs: number;
  asked: number;
  crashes: number;
  lostAnswers: number;
}

const ACCOUNTS = 2;
const MOST_CALLERS = 5;
const LONGEST = 36;
const MOST_STEPS = 10_000;
const DAY_MS = 86_400_000;
const BEGIN_MS = Date.UTC(2024, 5, 1);

const passTime = (world: World): void => {
  const { random } = world;
  const dice = random.below(100);
  if (dice < 3) world.nowMs += random.below(4) * DAY_MS;
  // The clock is set back now and then.
  else if (dice < 5) world.nowMs -= random.below(10_000);
  else world.nowMs += random.below(5_000);
};

/** Two thirds of the requests are about the same account. */
const pickAccount = ({ random }: World): number => (random.below(3) === 0 ? 1 + random.below(ACCOUNTS) : 1);

const knownOf = ({ known }: World, account: number): Known => {
  const there = known.get(account) ?? nothingKnown();
  known.set(account, there);
  return there;
};

const ask = (world: World, caller: Caller): void => {
  const account = pickAccount(world);
  world.asked += 1;
  const move = nextMove(world.random, knownOf(world, account), world.nowMs, `k${world.asked}`);
  caller.waitingFor = { caller: caller.id, account, move };
  world.server.send(caller.waitingFor);
};

const noteAcknowledged = (world: World, { request, result }: Answer): void => {
  if (!("movement" in result)) return;
  const { account, move } = request;
  const id = `${account}/${move.key}`;
  const told = world.acknowledged.get(id);
  if (told && !sameFigures(told.movement, result.movement)) {
    world.faults.push(`${move.key} was answered with other figures than before`);
  }
  if (!told) learn(knownOf(world, account), move, result.movement);
  world.acknowledged.set(id, { account, movement: result.movement });
};

const checkAcknowledged = ({ acknowledged, server, faults }: World): void => {
  for (const [id, { account, movement }] of acknowledged) {
    if (!isKept(server.stateOf(account), movement)) faults.push(`${id} was acknowledged and is not in the books`);
  }
};

/** A lost reply leaves its caller waiting, so it retries the same request. */
const receive = (world: World, answer: Answer, isReliable: boolean): void => {
  const caller = world.callers[answer.request.caller];
  if (!isReliable && world.random.below(12) === 0) {
    world.lostAnswers += 1;
    world.server.send(answer.request);
    return;
  }
  noteAcknowledged(world, answer);
  if (caller?.waitingFor === answer.request) caller.waitingFor = undefined;
};

const crash = (world: World): void => {
  world.crashes += 1;
  const lost = new Set(world.server.crash());
  checkAcknowledged(world);
  for (const request of lost) world.server.send(request);
};

const takeStep = (world: World): void => {
  const { random, server, callers } = world;
  passTime(world);
  const dice = random.below(100);
  if (dice < 2) return crash(world);
  if (dice < 12) server.open(1 + random.below(ACCOUNTS));
  const caller = callers[random.below(callers.length)];
  if (caller && dice < 45) {
    if (!caller.waitingFor) return ask(world, caller);
    // Impatient: retries while the first attempt may still be in flight.
    if (dice < 6) server.send(caller.waitingFor);
  }
  const answer = server.advance(random.below(server.countReady()));
  if (answer) receive(world, answer, false);
};

const drain = (world: World): void => {
  while (world.server.countReady() > 0) {
    passTime(world);
    const answer = world.server.advance(world.random.below(world.server.countReady()));
    if (answer) receive(world, answer, true);
  }
};

/** Every caller gets a reply and every job ends: nothing may stay held. */
const comeToRest = (world: World): void => {
  const { server, callers, faults } = world;
  drain(world);
  for (let account = 1; account <= ACCOUNTS; account++) {
    for (const { seq } of server.stateOf(account)?.holds ?? []) {
      const move = { kind: "void", ref: seq, key: `end-${seq}`, actor: "simulation", memo: {} } as const;
      server.send({ caller: -1, account, move });
    }
  }
  drain(world);
  checkAcknowledged(world);
  if (callers.some(({ waitingFor }) => waitingFor)) faults.push("somebody was never answered");
  for (let account = 1; account <= ACCOUNTS; account++) {
    if ((server.stateOf(account)?.reserved ?? 0) !== 0) faults.push(`account ${account} holds something for nobody`);
  }
};

export const runHistory = (seed: number): History => {
  const random = seeded(seed);
  const decided: Decided[] = [];
  const done = new Map<string, AccountMove>();
  const faults: string[] = [];
  const onDecided = (one: Decided): void => {
    const { account, move } = one.request;
    const id = `${account}/${move.key}`;
    decided.push(one);
    for (const fault of judge(one, done.get(id)))
      faults.push(`${move.kind} ${move.key} of account ${account}: ${fault}`);
    if (one.result.outcome === "ok" && !done.has(id)) done.set(id, move);
  };
  const callers = Array.from({ length: 2 + random.below(MOST_CALLERS - 1) }, (_, id) => ({
    id,
    waitingFor: undefined,
  }));
  const world: World = {
    random,
    server: createLedgerServer(() => world.nowMs, onDecided),
    callers,
    known: new Map(),
    acknowledged: new Map(),
    faults,
    nowMs: BEGIN_MS,
    asked: 0,
    crashes: 0,
    lostAnswers: 0,
  };
  const length = 8 + random.below(LONGEST);
  for (let step = 0; world.asked < length && faults.length === 0; step++) {
    takeStep(world);
    if (step > MOST_STEPS) faults.push("nobody gets on any more");
  }
  if (faults.length === 0) comeToRest(world);
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => index + 1);
  return {
    decided,
    finals: new Map(accounts.map((account) => [account, world.server.stateOf(account)])),
    faults,
    crashes: world.crashes,
    lostAnswers: world.lostAnswers,
  };
};
