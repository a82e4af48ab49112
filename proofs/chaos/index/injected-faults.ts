import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import type { Seeded } from "../../seeded.ts";
import type { World } from "../harness/data-world.ts";

/** When during a run it is injected. */
export type Moment = "reading" | "committing";
export interface InjectedFault {
  readonly name: "worker" | "writer" | "storage";
  readonly moment: Moment;
}

interface RunState {
  readonly id: string;
  readonly isOver: boolean;
  readonly partsDone: number;
  readonly partsTotal: number;
  readonly fence: number;
}

const LOOK_MS = 5;
const GIVE_UP_MS = 240_000;
/** Opening the table, appending and marking take about this long together. */
const COMMIT_MS = 600;

const readState = async (db: Db, datasetId: string): Promise<RunState | undefined> => {
  const { rows } = await sql<RunState>`select r.id, r.finished_at is not null as "isOver", r.fence,
      coalesce(r.parts_total, 0) as "partsTotal",
      (select count(*)::int from dataset_index_part p where p.run_id = r.id and p.items is not null) as "partsDone"
    from dataset_index_run r where r.dataset_id = ${datasetId} order by r.started_at desc, r.id desc limit 1`.execute(
    db,
  );
  return rows[0];
};

const when = async (db: Db, datasetId: string, isIt: (state: RunState) => boolean): Promise<RunState> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const state = await readState(db, datasetId);
    if (state && (state.isOver || isIt(state))) return state;
    if (performance.now() > deadlineMs) throw new Error(`the run stopped: ${JSON.stringify(state)}`);
    await sleep(LOOK_MS);
  }
};

/** The injected faults of one run: some while parts are read, some from the time the table may be written. */
export const planFaults = (count: number, random: Seeded): InjectedFault[] => {
  const all: InjectedFault[] = [
    { name: "writer", moment: "committing" },
    { name: "storage", moment: "reading" },
    { name: "worker", moment: "reading" },
    { name: "storage", moment: "committing" },
  ];
  const chosen = Array.from({ length: count }, (_, n) => all[n] ?? random.pick(all));
  return [
    ...chosen.filter(({ moment }) => moment === "reading"),
    ...chosen.filter(({ moment }) => moment === "committing"),
  ];
};

/** Injects faults until the run ends; returns those that hit while work was left. */
export const strike = async (
  world: World,
  datasetId: string,
  injected: readonly InjectedFault[],
  { random, print }: { readonly random: Seeded; readonly print: (line: string) => void },
): Promise<number> => {
  const { db } = world.data;
  let struck = 0;
  let fence = 0;
  for (const [n, { name, moment }] of injected.entries()) {
    const readings = injected.filter((fault) => fault.moment === "reading").length;
    const share = (n + 1) / (readings + 1);
    const isIt = (state: RunState): boolean =>
      moment === "reading" ? state.partsTotal > 0 && state.partsDone >= share * state.partsTotal : state.fence > fence;
    const state = await when(db, datasetId, isIt);
    if (state.isOver) break;
    fence = state.fence;
    if (moment === "committing") await sleep(random.below(COMMIT_MS));
    const beganMs = performance.now();
    await (name === "storage" ? world.killEngine("seaweedfs") : world.worker.killAndRestart());
    struck++;
    print(
      `  ${name} killed while ${moment} (${state.partsDone}/${state.partsTotal} parts), back after ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`,
    );
  }
  await when(db, datasetId, () => false);
  return struck;
};
