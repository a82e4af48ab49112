// Programs log points while the API and PostgreSQL are killed. Then every acknowledged point must be stored once, in order.
import { setTimeout as sleep } from "node:timers/promises";
import {
  createServiceSeal,
  provisionServiceCredential,
  type ServiceKey,
} from "../../../apps/server/src/features/service-api/index.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { type Seeded, seeded } from "../../seeded.ts";
import { startWorld, type World } from "../harness/data-world.ts";
import { print } from "../harness/people-at-work.ts";
import { auditProgram } from "./audit.ts";
import { BATCH_STEPS, METRICS, type Program, startProgram } from "./programs.ts";

export interface ExperimentsChaos {
  readonly programs: number;
  readonly faultCount: number;
  readonly seed: number;
}

/** Each program has gone on by so many batches before the next fault. */
const BATCHES_BETWEEN = 5;
const [WORK_FROM_MS, WORK_SPREAD_MS] = [100, 1_500];
const HEAL_MS = 60_000;
const LOOK_MS = 20;

const aKey = async ({ data, secretKeys }: World): Promise<ServiceKey> => {
  const deps = { db: data.db, seal: createServiceSeal(secretKeys) };
  const { credential, secret } = await provisionServiceCredential(
    deps,
    programContext("(chaos)", "chaos", new Date()),
    {
      name: "chaos",
      scopes: ["runs:write"],
    },
  );
  return { keyId: credential.key_id, secret };
};

/** Returns the milliseconds until every program got on. */
const untilAllGotOn = async (programs: readonly Program[], isBroken: () => boolean): Promise<number> => {
  const startedMs = performance.now();
  const wanted = programs.map(({ batches }) => batches + BATCHES_BETWEEN);
  while (programs.some(({ batches }, at) => batches < (wanted[at] ?? 0))) {
    const ms = performance.now() - startedMs;
    if (isBroken()) return ms;
    if (ms > HEAL_MS) throw new Error(`the programs did not get on within ${HEAL_MS / 1_000} s`);
    await sleep(LOOK_MS);
  }
  return performance.now() - startedMs;
};

const disturb = async (world: World, faultCount: number, random: Seeded, gotOn: () => Promise<number>) => {
  let longestMs = 0;
  for (let n = 0; n < faultCount; n++) {
    await sleep(WORK_FROM_MS + random.below(WORK_SPREAD_MS));
    await (n % 2 === 0 ? world.killEngine("postgres") : world.api.killAndRestart());
    longestMs = Math.max(longestMs, await gotOn());
  }
  return longestMs;
};

const runUnderFaults = async (world: World, { programs: count, faultCount, seed }: ExperimentsChaos) => {
  const random = seeded(seed);
  const line = { origin: world.origin, key: await aKey(world) };
  const broken: string[] = [];
  let isStopped = false;
  const started: { readonly program: Program; readonly ended: Promise<void> }[] = [];
  for (let number = 1; number <= count; number++) {
    const own = { seed: random.below(2 ** 31), isStopped: () => isStopped };
    const { program, ended } = await startProgram(line, number, own);
    started.push({ program, ended: ended.catch((error: unknown) => void broken.push(String(error))) });
  }
  const programs = started.map(({ program }) => program);
  const longestMs = await disturb(world, faultCount, random, () => untilAllGotOn(programs, () => broken.length > 0));
  isStopped = true;
  await Promise.all(started.map(({ ended }) => ended));
  const faults = [...broken];
  for (const program of programs) faults.push(...(await auditProgram(world.data.db, program)));
  for (const fault of faults.slice(0, 30)) print(`  FAULT ${fault}`);
  const sum = (of: (program: Program) => number): number => programs.reduce((all, program) => all + of(program), 0);
  const batches = sum((program) => program.batches);
  print(
    `experiments: ${count} programs, ${faultCount} kills of PostgreSQL and the API, seed ${seed}; ` +
      `${batches} batches with ${batches * BATCH_STEPS * METRICS.length} points acknowledged, ` +
      `${sum(({ failures }) => failures)} requests sent again, ${sum(({ replays }) => replays)} already stored; ` +
      `all went on after ${(longestMs / 1_000).toFixed(1)} s at most; ${faults.length} faults`,
  );
  return faults.length === 0;
};

export const chaosExperiments = async (options: ExperimentsChaos): Promise<boolean> => {
  const world = await startWorld("experiments", {});
  try {
    return await runUnderFaults(world, options);
  } finally {
    await world.stop();
  }
};
