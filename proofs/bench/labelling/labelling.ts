// Claims and submissions of many labellers through the API, in a task of millions of items against one of thousands, each in
// a database of its own. Half of the items have all their labels. The sides take turns in slices, so that other load on the
// machine affects both alike.
import { loadavg } from "node:os";
import { createDatabase, type Database } from "../../../apps/server/src/platform/db/database.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import { listCounterFaults, listHandFaults, listRevisionFaults } from "../../chaos/labelling/history-faults.ts";
import { openLabelTask } from "../../load/open-label-task.ts";
import { type Bench, type BenchRun, controlVoids, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "../ledger/engines.ts";
import { settleAll } from "../ledger/fill-ledger.ts";
import { print } from "../ledger/report.ts";
import { interval90, median, percentile } from "../statistics.ts";
import { type Labellers, noTimes, openLabellers, type Times } from "./labellers.ts";

interface Extent {
  readonly few: number;
  readonly many: number;
  readonly labellers: number;
  readonly thinkMs: number;
  /** Pairs of slices. */
  readonly pairs: number;
  readonly sliceMs: number;
}
const FULL: Extent = { few: 10_000, many: 10_000_000, labellers: 500, thinkMs: 10_000, pairs: 12, sliceMs: 6_000 };
const SMOKE: Extent = { few: 2_000, many: 40_000, labellers: 50, thinkMs: 2_000, pairs: 4, sliceMs: 1_500 };
const OVERLAP = 2;
const POOL = 10;
/** The two halves of the small side must agree this well. */
const EVEN = 0.25;

interface Side {
  readonly taskId: string;
  readonly database: Database;
  readonly labellers: Labellers;
  readonly slices: Times[];
  readonly close: () => Promise<void>;
}

const fill = (items: number) => async (ownerUrl: string) => {
  await withDatabase(ownerUrl, async (db) => {
    const { id: ownerId } = await aUser(db);
    await openLabelTask(db, { ownerId, peopleIds: [], items, overlap: OVERLAP, settled: items / 2 });
  });
  await settleAll(ownerUrl);
};

const openFilled = async (engines: BenchEngines, items: number): Promise<string> =>
  (await openDatabase(engines, `labelling_${items}`, fill(items))).appUrl;

const openSide = async (engines: BenchEngines, appUrl: string, extent: Extent): Promise<Side> => {
  const api = await startApiProcess(engines.environment, appUrl, POOL);
  const database = createDatabase({ url: appUrl, poolSize: 2, applicationName: "dailies-bench" });
  const { db } = database;
  const { id: taskId } = await db.selectFrom("label_task").select("id").executeTakeFirstOrThrow();
  const { labellers: count, thinkMs } = extent;
  const labellers = await openLabellers({ db, port: api.port, taskId, count, thinkMs });
  return {
    taskId,
    database,
    labellers,
    slices: [],
    close: async () => {
      labellers.close();
      await database.close();
      await api.stop();
    },
  };
};

const slice = async ({ labellers, slices }: Side, sliceMs: number): Promise<void> => {
  const times = noTimes();
  await labellers.workFor(sliceMs, times);
  slices.push(times);
};

/** Few, many, many, few. Everybody has acted once before, so that all hold items and both processes are warm. */
const takeTurns = async (few: Side, many: Side, { pairs, sliceMs, thinkMs }: Extent): Promise<void> => {
  for (const { labellers } of [few, many]) await labellers.workFor(thinkMs, noTimes());
  for (const { labellers } of [few, many]) await labellers.workFor(sliceMs, noTimes());
  for (let n = 0; n < pairs; n++)
    for (const side of n % 2 === 0 ? [few, many] : [many, few]) await slice(side, sliceMs);
};

type Act = keyof Times;

const quantile = (values: readonly number[], share: number): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    share,
  );

const all = ({ slices }: Side, act: Act): number[] => slices.flatMap((times) => times[act]);

/** The ratio of all answers, with the interval of the ratios of pairs of slices. */
const compare = (few: Side, many: Side, act: Act) => {
  const ratios = many.slices.map(
    (times, at) => quantile(times[act], 0.99) / quantile(few.slices[at]?.[act] ?? [], 0.99),
  );
  const value = quantile(all(many, act), 0.99) / quantile(all(few, act), 0.99);
  return { value, interval: interval90(ratios), paired: median(ratios) };
};

const shown = (side: Side, act: Act): string => {
  const times = all(side, act);
  return `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
};

const findFaults = async ({ database: { db }, taskId, labellers }: Side): Promise<string[]> => {
  const { n } = await db
    .selectFrom("label_revision")
    .select(({ fn }) => fn.countAll<bigint>().as("n"))
    .where("is_current", "=", true)
    .executeTakeFirstOrThrow();
  const expected = labellers.acknowledged();
  return [
    ...(Number(n) >= expected ? [] : [`${n} labels, and ${expected} were acknowledged`]),
    ...(await listHandFaults(db, taskId)),
    ...(await listRevisionFaults(db, taskId)),
    ...(await listCounterFaults(db, taskId)),
  ].slice(0, 10);
};

/** How steady the machine was: the small side against itself, first half against second. */
const evenVoids = ({ slices }: Side): string[] => {
  const half = Math.floor(slices.length / 2);
  const halves = [slices.slice(0, half), slices.slice(-half)].map((part) =>
    quantile(
      part.flatMap(({ submit }) => submit),
      0.5,
    ),
  );
  return controlVoids(
    "submissions of the small task, second half against first,",
    (halves[1] ?? 0) / (halves[0] ?? 1),
    EVEN,
  );
};

const busyVoids = ({ labellers }: Side): string[] =>
  labellers.refused() === 0 ? [] : [`${labellers.refused()} requests were refused by a busy server`];

const report = async (few: Side, many: Side, extent: Extent, stolen: number): Promise<BenchRun> => {
  const acts = (["claim", "submit"] as const).map((act) => ({ act, ...compare(few, many, act) }));
  const rate = (1_000 * extent.labellers) / extent.thinkMs;
  const load = `${extent.labellers} labellers, each one submission and one claim every ${extent.thinkMs / 1_000} s (${2 * rate} requests a second)`;
  print(`  ${load}; load ${loadavg()[0]?.toFixed(1)}, stolen ${(stolen * 100).toFixed(1)} %`);
  const lines = acts.map(({ act, value, paired, interval: [low, high] }) => {
    const against = `${extent.many.toLocaleString("en")} items ${shown(many, act)}; ${extent.few.toLocaleString("en")} items ${shown(few, act)}`;
    return `${act}: ${against}; p99 ratio ${value.toFixed(2)}, by pairs of slices ${paired.toFixed(2)} (90 % ${low.toFixed(2)}–${high.toFixed(2)})`;
  });
  for (const line of lines) print(`  ${line}`);
  return {
    figures: acts.map(({ act, value }) => ({ id: `labelling.${act}`, value })),
    voids: [...stolenVoids(stolen), ...evenVoids(few), ...busyVoids(few), ...busyVoids(many)],
    faults: [...(await findFaults(few)), ...(await findFaults(many))],
    notes: { labelling: `${load}. ${lines.join(". ")}` },
  };
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  // Both are filled first: the API closes connections on which nobody has acted for a minute.
  const [fewUrl, manyUrl] = [await openFilled(engines, extent.few), await openFilled(engines, extent.many)];
  const few = await openSide(engines, fewUrl, extent);
  const many = await openSide(engines, manyUrl, extent);
  try {
    const before = machineTime();
    await takeTurns(few, many, extent);
    return await report(few, many, extent, stolenShare(before));
  } finally {
    for (const side of [few, many]) await side.close();
  }
};

/** `--items 1000000 --labellers 100` for less time and space. */
const asked = (flag: string, usual: number): number => {
  const at = process.argv.indexOf(flag);
  return at === -1 ? usual : Number(process.argv[at + 1]);
};

export const benchLabelling: Bench = async ({ isSmoke }) => {
  const usual = isSmoke ? SMOKE : FULL;
  const [many, few] = [asked("--items", usual.many), asked("--few", usual.few)];
  const extent = { ...usual, many, few, labellers: asked("--labellers", usual.labellers) };
  const engines = await openEngines();
  try {
    return await runOn(engines, extent);
  } finally {
    await engines.close();
  }
};
