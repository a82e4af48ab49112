// Services are deployed, jobs are followed and dataset views are processed on simulated clusters while their heads, the worker,
// the API and the database are killed and Ray answers badly. Then Serve's configuration, the recorded ends of jobs, the
// submissions and outputs of processing, and the logs are audited.
import { setTimeout as sleep } from "node:timers/promises";
import { seeded } from "../../seeded.ts";
import { print } from "../harness/people-at-work.ts";
import { auditSecrets, countErrors } from "./audit/secrets.ts";
import { type InjectedFault, planFaults } from "./injected-faults.ts";
import { endpointsLoad } from "./load/endpoints.ts";
import { findUnhealedPolls } from "./load/healed.ts";
import { jobsLoad } from "./load/jobs.ts";
import type { Load, RunningLoad } from "./load/load.ts";
import { processingLoad } from "./load/processing.ts";
import { servicesLoad } from "./load/services.ts";
import { startWorld, type World } from "./world.ts";

export interface ComputeChaos {
  readonly clusters: number;
  readonly faultCount: number;
  readonly seed: number;
}

const LOADS: readonly Load[] = [servicesLoad, jobsLoad, endpointsLoad, processingLoad];

const HEAL_GOAL_S = 60;
const GIVE_UP_S = 180;
const LOOK_MS = 500;
/** Between healing and the next fault: work has begun again, and hits the next one in the middle. */
const [WORK_FROM_MS, WORK_SPREAD_MS] = [500, 3_000];
const SETTLE_S = 120;

interface Running {
  readonly world: World;
  readonly loads: readonly RunningLoad[];
}

/** What has not recovered; the database may still be starting. */
const findUnhealed = async ({ world, loads }: Running, since: Date): Promise<string[]> => {
  try {
    const found = await Promise.all([findUnhealedPolls(world, since), ...loads.map((load) => load.unhealed(since))]);
    return found.flat();
  } catch (error) {
    return [String(error)];
  }
};

/** Seconds until everything has recovered, and what has not when it takes too long. */
const waitHealed = async (running: Running, limitS: number): Promise<{ seconds: number; unhealed: string[] }> => {
  const since = new Date();
  for (;;) {
    const unhealed = await findUnhealed(running, since);
    const seconds = (Date.now() - since.getTime()) / 1_000;
    if (unhealed.length === 0 || seconds > limitS) return { seconds, unhealed };
    await sleep(LOOK_MS);
  }
};

const injectAll = async (running: Running, faults: readonly InjectedFault[], waitMs: () => number) => {
  const healedS: number[] = [];
  const violations: string[] = [];
  for (const [n, { name, act }] of faults.entries()) {
    await sleep(waitMs());
    const beganMs = performance.now();
    await act();
    const lastedS = (performance.now() - beganMs) / 1_000;
    const { seconds, unhealed } = await waitHealed(running, GIVE_UP_S);
    healedS.push(seconds);
    print(`  ${n + 1}. ${name}, for ${lastedS.toFixed(1)} s: healed ${seconds.toFixed(1)} s later`);
    if (seconds > HEAL_GOAL_S) violations.push(`${name}: not healed after ${HEAL_GOAL_S} s (${seconds.toFixed(0)} s)`);
    if (unhealed.length > 0) violations.push(...unhealed.slice(0, 5).map((words) => `${name}: ${words}`));
  }
  return { healedS, violations };
};

/** The ends of logs are read some jobs a poll. */
const waitForLogs = async ({ db }: World): Promise<void> => {
  const deadlineMs = performance.now() + SETTLE_S * 1_000;
  for (;;) {
    const { n } = await db
      .selectFrom("cluster_job")
      .select(({ fn }) => fn.countAll<string>().as("n"))
      .where("gone_at", "is", null)
      .where("ended_at", "is not", null)
      .where("is_log_final", "=", false)
      .executeTakeFirstOrThrow();
    if (Number(n) === 0 || performance.now() > deadlineMs) return;
    await sleep(LOOK_MS);
  }
};

const auditAll = async (running: Running): Promise<string[]> => {
  for (const load of running.loads) await load.stop();
  const { unhealed } = await waitHealed(running, SETTLE_S);
  await waitForLogs(running.world);
  const found = await Promise.all([...running.loads.map((load) => load.audit()), auditSecrets(running.world)]);
  return [...unhealed, ...found.flat()];
};

const summarise = async (
  { world, loads }: Running,
  { seed, faultCount }: ComputeChaos,
  {
    healedS,
    seconds,
    found,
  }: { readonly healedS: readonly number[]; readonly seconds: number; readonly found: number },
): Promise<void> => {
  const counts = loads.flatMap((load) => Object.entries(load.counts())).map(([what, n]) => `${n} ${what}`);
  for (const note of loads.flatMap((load) => load.notes?.() ?? [])) print(`  ${note}`);
  for (const [message, n] of await countErrors(world)) print(`  ${n} error lines: ${message}`);
  const sorted = healedS.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  print(
    `compute: ${world.clusters.length} clusters, ${faultCount} injected faults, seed ${seed}, ${seconds.toFixed(0)} s; ` +
      `${counts.join(", ")}; healed after ${median.toFixed(1)} s (median), ${Math.max(0, ...healedS).toFixed(1)} s (most); ` +
      `${found} faults`,
  );
};

const runUnderFaults = async (world: World, options: ComputeChaos): Promise<boolean> => {
  const random = seeded(options.seed);
  const reported: string[] = [];
  const beganMs = performance.now();
  const loads: RunningLoad[] = [];
  for (const load of LOADS) loads.push(await load.start(world, random, (violation) => reported.push(violation)));
  const running = { world, loads };
  await waitHealed(running, HEAL_GOAL_S);
  const faults = planFaults({ world, loads, random }, options.faultCount);
  const { healedS, violations } = await injectAll(running, faults, () => WORK_FROM_MS + random.below(WORK_SPREAD_MS));
  const found = [...violations, ...(await auditAll(running)), ...reported];
  for (const violation of found.slice(0, 30)) print(`  FAULT ${violation}`);
  await summarise(running, options, { healedS, seconds: (performance.now() - beganMs) / 1_000, found: found.length });
  return found.length === 0;
};

export const chaosCompute = async (options: ComputeChaos): Promise<boolean> => {
  const world = await startWorld(options.clusters);
  try {
    return await runUnderFaults(world, options);
  } finally {
    await world.stop();
  }
};
