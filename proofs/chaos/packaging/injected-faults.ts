import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Seeded } from "../../seeded.ts";
import type { World } from "../harness/data-world.ts";

const LOOK_MS = 20;
const GIVE_UP_MS = 300_000;
/** A fault hits somewhere between two shards, not always right after one. */
const SPREAD_MS = 400;

const KILLED = ["worker", "storage", "database", "Temporal", "API"] as const;
export type Killed = (typeof KILLED)[number];

interface RunState {
  readonly status: string;
  readonly total: number;
  readonly done: number;
}

/** Undefined while the database is being restarted. */
const readState = async ({ data: { db } }: World, id: string): Promise<RunState | undefined> => {
  try {
    const { rows } = await sql<RunState>`select p.status, coalesce(p.shards_total, 0) as total,
        (select count(*)::int from package_shard s where s.package_id = p.id and s.written_at is not null) as done
      from package p where p.id = ${id}`.execute(db);
    return rows[0];
  } catch {
    return undefined;
  }
};

const isOver = ({ status }: RunState): boolean => !["Queued", "Running", "Verifying"].includes(status);

/** Waits until this is so or the package has ended. */
export const waitUntil = async (
  world: World,
  id: string,
  isSo: (state: RunState) => boolean,
): Promise<RunState & { readonly isOver: boolean }> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const state = await readState(world, id);
    if (state && (isOver(state) || isSo(state))) return { ...state, isOver: isOver(state) };
    if (performance.now() > deadlineMs) throw new Error(`the package stopped: ${JSON.stringify(state)}`);
    await sleep(LOOK_MS);
  }
};

export const kill = (world: World, killed: Killed): Promise<void> => {
  if (killed === "worker") return world.worker.killAndRestart();
  if (killed === "API") return world.api.killAndRestart();
  return world.killEngine({ storage: "seaweedfs", database: "postgres", Temporal: "temporal" }[killed]);
};

/** Every kind at least once if there are enough of them. */
export const planFaults = (count: number, random: Seeded): Killed[] =>
  Array.from({ length: count }, (_, n) => KILLED[n] ?? random.pick(KILLED));

/** Injects the faults evenly over the shards of one package; returns how many hit while work was left. */
export const strike = async (
  world: World,
  id: string,
  faults: readonly Killed[],
  { random, print }: { readonly random: Seeded; readonly print: (line: string) => void },
): Promise<number> => {
  let struck = 0;
  for (const [n, killed] of faults.entries()) {
    // The first one already hits the plan.
    const share = n / faults.length;
    const state = await waitUntil(world, id, ({ total, done }) => n === 0 || (total > 0 && done >= share * total));
    if (state.isOver) break;
    await sleep(random.below(SPREAD_MS));
    const beganMs = performance.now();
    await kill(world, killed);
    struck++;
    const tookS = ((performance.now() - beganMs) / 1_000).toFixed(1);
    print(`  ${killed} killed at ${state.done} of ${state.total} shards, back after ${tookS} s`);
  }
  return struck;
};
