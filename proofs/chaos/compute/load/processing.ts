// People who process a dataset view on every cluster. They retry what fails, cancel some and retry those too, so that every run
// finishes in the end.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessingDetail, processingRoutes as routes } from "@dailies/contract";
import { sql } from "kysely";
import { indexFolder, saveWholeView } from "../../../load/registered-folder.ts";
import { type Seeded, seeded } from "../../../seeded.ts";
import { CallFailed } from "../../harness/console-calls.ts";
import { putClipSet } from "../../packaging/clip-set.ts";
import { auditProcessing } from "../audit/processing.ts";
import type { Cluster, World } from "../world.ts";
import type { Load, LoadReport } from "./load.ts";

const FOLDER = "chaos-captions/";
/** Three parts a run. */
const ITEMS = 2_400;
const LOOK_MS = 400;
const THINK_MS = 2_000;
/** An attempt is followed by another worker after its heartbeat was missed, which happens several times at worst. */
const STUCK_MS = 300_000;
const CANCEL_PERCENT = 25;

interface Person {
  readonly world: World;
  readonly cluster: Cluster;
  readonly viewId: string;
  readonly random: Seeded;
  readonly finished: ProcessingDetail[];
  readonly report: LoadReport;
  readonly isStopped: () => boolean;
}

const isConflict = (error: unknown): boolean => error instanceof CallFailed && error.status === 409;

/** Waits for the end of the newest attempt. */
const ended = async ({ world, report }: Person, id: string): Promise<ProcessingDetail> => {
  const deadlineMs = performance.now() + STUCK_MS;
  for (;;) {
    const run = await world.calls.insist(routes.getProcessing, { params: { id } });
    if (run.finished_at !== null) return run;
    if (performance.now() > deadlineMs) {
      report(`processing run ${run.name} is stuck at ${run.phase ?? run.status}`);
      return run;
    }
    await sleep(LOOK_MS);
  }
};

const cancel = async ({ world, random }: Person, id: string): Promise<void> => {
  await sleep(random.below(THINK_MS * 2));
  try {
    await world.calls.insist(routes.cancelProcessing, { params: { id } });
  } catch (error) {
    // It had ended meanwhile.
    if (!isConflict(error)) throw error;
  }
};

const retry = async ({ world }: Person, id: string): Promise<void> => {
  await world.calls.insist(routes.retryProcessing, { params: { id }, body: { request_key: randomUUID() } });
};

const processOnce = async (person: Person, n: number): Promise<void> => {
  const { world, cluster, viewId, random, finished } = person;
  const { id } = await world.calls.insist(routes.createProcessing, {
    body: {
      name: `${cluster.head.name} ${n}`,
      view_id: viewId,
      template: "features",
      cluster_id: cluster.id,
      parameters: { text_column: "caption", dimensions: 8, columns: ["serial"] },
      request_key: randomUUID(),
    },
  });
  for (;;) {
    if (random.below(100) < CANCEL_PERCENT) await cancel(person, id);
    const run = await ended(person, id);
    if (run.finished_at === null) return;
    if (run.status === "Finished") return void finished.push(run);
    await sleep(random.below(THINK_MS));
    await retry(person, id);
  }
};

const work = async (person: Person): Promise<void> => {
  for (let n = 1; !person.isStopped(); n++) {
    await processOnce(person, n);
    await sleep(person.random.below(THINK_MS));
  }
};

/** Attempts from before that nobody has looked at since. */
const findUnfollowed = async ({ db }: World, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ words: string }>`
    select r.name || ' is ' || coalesce(r.phase, r.status) as words
    from processing_run r join processing_attempt a on a.run_id = r.id and a.number = r.attempt
    where r.finished_at is null and a.created_at < ${since}
      and (r.phase is distinct from 'processing' or r.silent_since is not null
        or coalesce(r.followed_at, a.created_at) < ${since})`.execute(db);
  return rows.map(({ words }) => words);
};

export const processingLoad: Load = {
  start: async (world, random, report) => {
    await putClipSet(world.storage, FOLDER, { count: ITEMS, seed: 1 });
    const viewId = await saveWholeView(world.calls, await indexFolder(world.calls, world.storage.bucket, FOLDER));
    const finished: ProcessingDetail[] = [];
    let isStopped = false;
    const working = Promise.all(
      world.clusters.map((cluster) => {
        const own = seeded(random.below(2 ** 31));
        return work({ world, cluster, viewId, random: own, finished, report, isStopped: () => isStopped });
      }),
    );
    working.catch((error: unknown) => report(`somebody stopped processing: ${String(error)}`));
    return {
      unhealed: (since) => findUnfollowed(world, since),
      stop: async () => {
        isStopped = true;
        await working;
      },
      audit: () => auditProcessing(world, finished, ITEMS),
      counts: () => ({
        "processing runs": finished.length,
        attempts: finished.reduce((sum, { attempts }) => sum + attempts, 0),
      }),
    };
  },
};
