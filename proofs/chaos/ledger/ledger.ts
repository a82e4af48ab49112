// Moves credits from 64 concurrent writers while PostgreSQL is killed and replies are lost, starting with an empty database.
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { type Seeded, seeded } from "../../seeded.ts";
import { migrateOwn } from "../harness/own-database.ts";
import { type OwnEngines, startOwnEngines } from "../harness/own-engines.ts";
import { type AnswerGate, openAnswerGate } from "./answer-gate.ts";
import { audit, closeHolds } from "./audit.ts";
import { type Ledgers, noLedgers, runWriters } from "./writers.ts";

export interface LedgerChaos {
  readonly faults: number;
  readonly seed: number;
}

const WRITERS = 64;
const SWALLOW_MS = 40;
const ANSWERS_BETWEEN = 200;
const HEAL_MS = 30_000;

interface InjectedFaults {
  kills: number;
  cuts: number;
  longestMs: number;
}

/** Injects the next fault once the work has progressed. */
const untilAnswered = async (ledgers: Ledgers, more: number): Promise<void> => {
  const wanted = ledgers.answers + more;
  const deadlineMs = performance.now() + HEAL_MS;
  while (ledgers.answers < wanted) {
    if (performance.now() > deadlineMs) throw new Error(`the ledger did not get on within ${HEAL_MS / 1000} s`);
    await sleep(10);
  }
};

const disturb = async (
  ledgers: Ledgers,
  engines: OwnEngines,
  gate: AnswerGate,
  faults: number,
  random: Seeded,
): Promise<InjectedFaults> => {
  const injected: InjectedFaults = { kills: 0, cuts: 0, longestMs: 0 };
  // The first fault is injected immediately: an empty database has the riskiest races.
  for (let n = 0; n < faults; n++) {
    const startedMs = performance.now();
    if (n % 2 === 0) {
      await engines.killAndRestart("postgres");
      injected.kills += 1;
    } else {
      await gate.swallowAnswers(SWALLOW_MS);
      injected.cuts += 1;
    }
    await untilAnswered(ledgers, 1);
    injected.longestMs = Math.max(injected.longestMs, performance.now() - startedMs);
    await untilAnswered(ledgers, ANSWERS_BETWEEN + random.below(2 * ANSWERS_BETWEEN));
  }
  return injected;
};

const throughGate = (url: string, port: number): string => {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
};

const report = async (
  db: Db,
  ledgers: Ledgers,
  { kills, cuts, longestMs }: InjectedFaults,
  faults: readonly string[],
) => {
  const users = await db
    .selectFrom("credit_account")
    .select((eb) => eb.fn.countAll<bigint>().as("n"))
    .executeTakeFirstOrThrow();
  const busiest = await db
    .selectFrom("credit_account")
    .select((eb) => eb.fn.max("seq").as("n"))
    .executeTakeFirstOrThrow();
  process.stdout.write(
    `${kills + cuts} faults (${kills} × PostgreSQL killed, ${cuts} × all answers swallowed and all lines cut), ${WRITERS} writers: ` +
      `${ledgers.acknowledged.size} movements acknowledged, ${busiest.n} of them on one account, ${users.n} accounts born under way; ` +
      `${ledgers.sentAgain} calls sent again, ${ledgers.unheard} of them already done and not heard of; ${ledgers.replays} answered as the first time; longest wait ${(longestMs / 1000).toFixed(1)} s; ` +
      `${faults.length} faults found\n`,
  );
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
};

const runLedger = async (engines: OwnEngines, { faults, seed }: LedgerChaos): Promise<boolean> => {
  const url = await migrateOwn(engines.environment);
  const gate = await openAnswerGate(Number(new URL(url).port));
  const opened = createDatabase({
    url: throughGate(url, gate.port),
    poolSize: WRITERS,
    applicationName: "dailies-chaos",
  });
  const ledgers = noLedgers();
  try {
    const writing = runWriters(opened.db, ledgers, WRITERS, seed);
    const disturbing = disturb(ledgers, engines, gate, faults, seeded(seed)).finally(() => {
      ledgers.isDone = true;
    });
    const [injected] = await Promise.all([disturbing, writing]);
    await closeHolds(opened.db, ledgers);
    const found = await audit(opened.db, ledgers, seed);
    await report(opened.db, ledgers, injected, found);
    return found.length === 0 && injected.kills + injected.cuts === faults;
  } finally {
    await opened.close();
    gate.close();
  }
};

export const chaosLedger = async (chaos: LedgerChaos): Promise<boolean> => {
  const engines = await startOwnEngines(["postgres"]);
  try {
    return await runLedger(engines, chaos);
  } finally {
    await engines.stop();
  }
};
