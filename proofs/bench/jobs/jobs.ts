// The search over all background jobs and its counts, through the API: first pages, deep pages and counts of every filter.
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "../ledger/engines.ts";
import { openLine } from "../ledger/http-line.ts";
import { print } from "../ledger/report.ts";
import { median, percentile } from "../statistics.ts";
import { fillJobs } from "./fill-jobs.ts";

interface Extent {
  readonly rows: number;
  readonly turns: number;
}
const FULL: Extent = { rows: 5_000_000, turns: 100 };
const SMOKE: Extent = { rows: 20_000, turns: 10 };
const POOL = 4;
const OWNERS = 40;
const FIRST_OWNER = "owner-of-many";
const SECONDS_A_JOB = 3;
/** Pages after this share of all jobs. */
const DEPTHS = [0.1, 0.5, 0.9] as const;

type Filter = Readonly<Record<string, unknown>>;

const filtersOf = (rows: number): Readonly<Record<string, Filter>> => ({
  everything: {},
  failed: { statuses: ["Failed"] },
  "one kind": { kinds: ["package"] },
  "kinds and statuses": { kinds: ["package", "export", "label_export"], statuses: ["Failed", "Cancelled"] },
  owner: { owner: FIRST_OWNER },
  "owner and status": { owner: FIRST_OWNER, statuses: ["Failed"] },
  "time and status": { end_time: new Date(Date.now() - 1_000_000).toISOString(), statuses: ["Cancelled"] },
  "text of all": { text: "night drive" },
  "text of some": { text: "provider answered 407" },
  "text of few": { text: `take ${rows / 1_000 - 1}` },
  "text of none, with words that some have": { text: "provider answered 404" },
  "text of one": { text: `take ${rows - 1}` },
  "text of none": { text: "zzzzzz" },
});

const fill =
  ({ rows }: Extent) =>
  async (ownerUrl: string): Promise<void> => {
    const { db, close } = createDatabase({ url: ownerUrl, poolSize: 1, applicationName: "dailies-bench" });
    const owners = [await aUser(db, { username: FIRST_OWNER })];
    while (owners.length < OWNERS) owners.push(await aUser(db));
    await close();
    await fillJobs(
      ownerUrl,
      owners.map(({ id }) => id),
      rows,
    );
  };

/** A cursor as the server makes it, of the time at which this share of the jobs is newer. */
const cursorAt = (rows: number, share: number): string => {
  const at = new Date(Date.now() - rows * share * SECONDS_A_JOB * 1_000);
  return `${at.toISOString()}~ffffffff-ffff-4fff-bfff-ffffffffffff`;
};

interface Times {
  readonly p50: number;
  readonly p95: number;
}

/** Asks the questions in turns, so that a busy moment of the machine meets all of them. */
const timesOf = async (turns: number, questions: readonly (() => Promise<number>)[]): Promise<Times[]> => {
  const times = questions.map((): number[] => []);
  const warmUp = Math.max(2, Math.round(turns / 10));
  for (let turn = 0; turn < warmUp + turns; turn++) {
    for (const [at, ask] of questions.entries()) {
      const ms = await ask();
      if (turn >= warmUp) times[at]?.push(ms);
    }
  }
  return times.map((each) => {
    each.sort((a, b) => a - b);
    return { p50: median(each), p95: percentile(each, 0.95) };
  });
};

const shown = (ms: number): string => `${ms.toFixed(1)} ms`;

const runOn = async (engines: BenchEngines, { rows, turns }: Extent): Promise<BenchRun> => {
  const { appUrl } = await openDatabase(engines, "jobs", fill({ rows, turns }));
  const api = await startApiProcess(engines.environment, appUrl, POOL);
  const line = await openLine(api.port);
  const headers = {
    cookie: await aPersonWithSession(appUrl, ["ADMIN_MANAGE_R"]),
    "content-type": "application/json",
    origin: `http://127.0.0.1:${api.port}`,
  };
  const ask = async (call: string, body: Filter): Promise<number> => {
    const startedMs = performance.now();
    const { status, body: reply } = await line.ask("POST", `/api_v1/admin/job/${call}`, headers, JSON.stringify(body));
    if (status !== 200)
      throw new Error(`${call} of ${JSON.stringify(body)} answered ${status}: ${reply.slice(0, 300)}`);
    return performance.now() - startedMs;
  };
  const before = machineTime();
  const firsts: Times[] = [];
  const counts: Times[] = [];
  const ratios: number[] = [];
  try {
    for (const [name, filter] of Object.entries(filtersOf(rows))) {
      const pages = [undefined, ...DEPTHS.map((share) => cursorAt(rows, share))];
      const [counted, first, ...deep] = await timesOf(turns, [
        () => ask("count", { ...filter, statuses: undefined }),
        ...pages.map((cursor) => () => ask("search", { ...filter, cursor })),
      ]);
      if (!(counted && first)) throw new Error(`nothing was measured of ${name}`);
      print(
        `  ${name}: first p50 ${shown(first.p50)}, p95 ${shown(first.p95)}; deep ${deep.map(({ p50 }) => shown(p50)).join(", ")}; counts p95 ${shown(counted.p95)}`,
      );
      firsts.push(first);
      counts.push(counted);
      ratios.push(Math.max(...deep.map(({ p50 }) => p50)) / first.p50);
    }
  } finally {
    line.close();
    await api.stop();
  }
  return {
    figures: [
      { id: "jobs.first", value: Math.max(...firsts.map(({ p95 }) => p95)) },
      { id: "jobs.deep", value: Math.max(...ratios) },
      { id: "jobs.counts", value: Math.max(...counts.map(({ p95 }) => p95)) },
    ],
    voids: stolenVoids(stolenShare(before)),
    faults: [],
    notes: { jobs: `${rows} jobs, ${firsts.length} filters, pages after ${DEPTHS.join(", ")} of the jobs` },
  };
};

/** `--jobs 500000` when there is no time or space for all of them. */
const askedRows = (): number => {
  const at = process.argv.indexOf("--jobs");
  return at === -1 ? FULL.rows : Number(process.argv[at + 1]);
};

export const benchJobs: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : { ...FULL, rows: askedRows() });
  } finally {
    await engines.close();
  }
};
