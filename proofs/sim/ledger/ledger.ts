import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { findPlanted } from "../plant.ts";
import { PLANTED_BUGS } from "../planted-bugs.ts";
import type { Share, ShareResult } from "./histories-worker.ts";
import { runHistory } from "./history.ts";
import { compareWithPostgres } from "./postgres.ts";

export interface LedgerSimulation {
  readonly seed: number;
  readonly histories: number;
  readonly sampled: number;
  /** Number of histories within which each planted bug must be found. */
  readonly plantedWithin: number;
}

const MOST_WORKERS = 8;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

const runShareApart = async (share: Share): Promise<ShareResult> => {
  const worker = new Worker(new URL("./histories-worker.ts", import.meta.url), { workerData: share });
  const [result] = (await once(worker, "message")) as [ShareResult];
  return result;
};

const simulate = async ({ seed, histories }: LedgerSimulation): Promise<boolean> => {
  const startedMs = performance.now();
  const stride = Math.min(availableParallelism(), MOST_WORKERS);
  const shares = await Promise.all(
    Array.from({ length: stride }, (_, first) => runShareApart({ seed, histories, stride, first })),
  );
  const total = (of: Exclude<keyof ShareResult, "failed">): string =>
    shares.reduce((sum, share) => sum + share[of], 0).toLocaleString("en");
  print(
    `${total("histories")} histories from seed ${seed}: ${total("decided")} movements decided, ${total("effects")} with effect, ` +
      `${total("crashes")} crashes, ${total("lostAnswers")} answers lost; ${stride} threads, ${seconds(startedMs)}`,
  );
  const failed = shares.map((share) => share.failed).filter((one) => one !== undefined);
  for (const { seed: failing, fault } of failed) {
    print(`FAILED ${fault}\n  see it again: pnpm sim ledger --replay ${failing}`);
  }
  return failed.length === 0;
};

const compare = async ({ seed, sampled }: LedgerSimulation): Promise<boolean> => {
  const startedMs = performance.now();
  const difference = await compareWithPostgres(Array.from({ length: sampled }, (_, n) => seed + n));
  if (difference) {
    print(`FAILED ${difference.words}\n  see it again: pnpm sim ledger --replay ${difference.seed}`);
    return false;
  }
  print(
    `${sampled} of them against PostgreSQL: every answer and figure equal, check_credits empty; ${seconds(startedMs)}`,
  );
  return true;
};

const findAllPlanted = async ({ seed, plantedWithin }: LedgerSimulation): Promise<boolean> => {
  const startedMs = performance.now();
  let found = 0;
  print("planted bug, found in history");
  for (const bug of PLANTED_BUGS) {
    const { histories, fault } = await findPlanted(bug, seed, plantedWithin);
    if (histories !== undefined) found += 1;
    print(`  ${(histories ?? "never").toString().padStart(5)}  ${bug.name} (${fault.slice(0, 120)})`);
  }
  print(`${found} of ${PLANTED_BUGS.length} planted bugs found, ${seconds(startedMs)}`);
  return found === PLANTED_BUGS.length;
};

export const plantedLedger = findAllPlanted;

export const simulateLedger = async (simulation: LedgerSimulation): Promise<boolean> =>
  [await simulate(simulation), await compare(simulation), await findAllPlanted(simulation)].every(Boolean);

/** One history in full, in the model and in PostgreSQL. */
export const replayLedger = async (seed: number): Promise<boolean> => {
  const { decided, faults } = runHistory(seed);
  for (const { request, nowMs, result } of decided) {
    const { kind, key, amount, ref } = request.move;
    const told = "movement" in result ? ` → ${JSON.stringify(result.movement)}` : "";
    const what = [kind, key, amount ?? "", ref === undefined ? "" : `of ${ref}`]
      .filter((part) => part !== "")
      .join(" ");
    print(`${new Date(nowMs).toISOString()} account ${request.account} ${what}: ${result.outcome}${told}`);
  }
  for (const fault of faults) print(`FAILED ${fault}`);
  const difference = await compareWithPostgres([seed]);
  if (difference) print(`FAILED ${difference.words}`);
  return faults.length === 0 && difference === undefined;
};
