// Many people label at once while the API, the worker and the engines are killed, Redis is flushed and leases expire; then
// the tables are audited.
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { openLabelTask } from "../../load/open-label-task.ts";
import { type OwnConsole, withOwnConsole } from "../harness/own-console.ts";
import { aPerson, type Person } from "../harness/own-database.ts";
import { describeRefusals, disturbWork, print } from "../harness/people-at-work.ts";
import { audit } from "./audit.ts";
import { labelAll } from "./labeller.ts";
import { nothingReported, type Reported } from "./reported.ts";

export interface LabellingChaos {
  readonly labellers: number;
  readonly faultCount: number;
  readonly seed: number;
}

const LABELS_EACH = 20;
const OVERLAP = 2;
const THINK_MS = 100;

/** Every third of them is external, and may label only because the task asks them to. */
const somePeople = async (db: Db, count: number): Promise<Person[]> => {
  const people: Person[] = [];
  for (let n = 0; n < count; n++) people.push(await aPerson(db, n % 3 === 2 ? { role: "partner" } : {}));
  return people;
};

/** As if the labellers had been away for longer than a lease lasts. */
const loseSome = async (db: Db, taskId: string): Promise<void> => {
  await sql`update label_lease set expires_at = now() - interval '1 second'
    where task_id = ${taskId} and status = 'leased' and random() < 0.3`.execute(db);
};

const summarise = (
  { labellers, faultCount, seed }: LabellingChaos,
  reported: Reported,
  { seconds, waits, found }: { readonly seconds: number; readonly waits: readonly number[]; readonly found: number },
): void =>
  print(
    `labelling: ${labellers} labellers, ${faultCount} injected faults, seed ${seed}, ${seconds.toFixed(0)} s; ${reported.pace.done} labels acknowledged, ` +
      `${reported.undone.size} undone, ${reported.skipped.size} skipped, ${reported.sentAgain} sent twice on purpose, ${reported.draftsSeenAgain} drafts seen again; ` +
      `longest until all was back ${Math.max(0, ...waits).toFixed(1)} s; refused: ${describeRefusals(reported.refusals)}; ${found} faults`,
  );

const runLabelling = async (own: OwnConsole, options: LabellingChaos): Promise<boolean> => {
  const { db, origin, faults } = own;
  const [people, owner] = [await somePeople(db, options.labellers), await aPerson(db)];
  const answers = options.labellers * LABELS_EACH;
  const peopleIds = people.map(({ id }) => id);
  const size = { items: Math.ceil(answers / OVERLAP), overlap: OVERLAP };
  const [taskId] = await Promise.all([openLabelTask(db, { ownerId: owner.id, peopleIds, ...size }), own.startWorker()]);
  const losing = { name: "a third lost from their hands", act: () => loseSome(db, taskId) };
  const kinds = [faults.api, losing, faults.worker, faults.redis, faults.postgres];
  const reported = nothingReported();
  const beganMs = performance.now();
  const ask = { origin, taskId, reported, thinkMs: THINK_MS };
  const labelling = people.map((person, n) => labelAll(person, { ...ask, seed: options.seed + n }));
  const { faultCount } = options;
  const [waits] = await Promise.all([disturbWork(kinds, reported.pace, { answers, faultCount }), ...labelling]);
  const found = await audit(db, taskId, reported);
  for (const fault of found.slice(0, 20)) print(`  FAULT ${fault}`);
  summarise(options, reported, { seconds: (performance.now() - beganMs) / 1_000, waits, found: found.length });
  return found.length === 0;
};

export const chaosLabelling = (options: LabellingChaos): Promise<boolean> =>
  withOwnConsole("labelling", (own) => runLabelling(own, options));
