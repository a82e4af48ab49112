// Any page of a long list against its first, through the API and with the offset that callers use: how long it takes, how
// many database pages it reads, and how that grows with the table.
import { PERMISSION_CODES } from "@dailies/contract";
import type { DatabaseUrls } from "../../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { type Seeded, seeded } from "../../seeded.ts";
import { type Bench, type BenchRun, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "../ledger/engines.ts";
import { fillLedger, roundsOf, settleAll } from "../ledger/fill-ledger.ts";
import { openLine } from "../ledger/http-line.ts";
import { print } from "../ledger/report.ts";
import { median } from "../statistics.ts";
import { checkPages } from "./check-pages.ts";
import { type BufferCounter, openBufferCounter } from "./count-buffers.ts";
import { fillHistory } from "./fill-history.ts";
import {
  type Asker,
  deepOffset,
  type ListCase,
  listCases,
  openAsker,
  type Sized,
  sizeAll,
  targetOf,
} from "./list-cases.ts";
import { type CaseFigures, describeCase, figuresOf, noTimes, type Times } from "./times.ts";

interface Extent {
  readonly accounts: number;
  readonly operators: number;
  readonly small: number;
  readonly large: number;
  /** Per table and list. */
  readonly turns: number;
}
const FULL: Extent = {
  accounts: 10_000,
  operators: 200,
  small: 1_000_000,
  large: 20_000_000,
  turns: 800,
};
const SMOKE: Extent = { accounts: 100, operators: 10, small: 30_000, large: 60_000, turns: 8 };
const ENTRIES_OF = 4;
const LARGEST_OF = 10;
const BUFFER_PAGES = 15;
const POOL = 4;

const fill =
  ({ accounts, operators }: Extent, movements: number) =>
  async (ownerUrl: string) => {
    const largest = roundsOf(movements / LARGEST_OF);
    const each = roundsOf((movements - largest) / (accounts - 1));
    await fillLedger(ownerUrl, { accounts, movements: each, largest, hasKeys: false });
    await fillHistory(ownerUrl, { entries: movements / ENTRIES_OF, operators });
    await settleAll(ownerUrl);
  };

interface ListDatabase {
  readonly url: string;
  readonly asker: Asker;
  readonly close: () => Promise<void>;
}

const openListDatabase = async ({ environment }: BenchEngines, { appUrl }: DatabaseUrls): Promise<ListDatabase> => {
  const api = await startApiProcess(environment, appUrl, POOL);
  const line = await openLine(api.port);
  const asker = openAsker(line, await aPersonWithSession(appUrl, PERMISSION_CODES));
  return {
    url: appUrl,
    asker,
    close: async () => {
      line.close();
      await api.stop();
    },
  };
};

/** First, deep, deep, first. The two first pages against each other show how stable the machine was. */
const turn = async (asker: Asker, list: ListCase, sized: readonly Sized[], random: Seeded, times: Times) => {
  const ask = async (isDeep: boolean): Promise<number> => {
    const { filter, total } = random.pick(sized);
    return (await asker.ask(targetOf(list, filter, isDeep ? deepOffset(total, random) : 0))).tookMs;
  };
  times.first.push(await ask(false));
  times.deep.push(await ask(true));
  times.deep.push(await ask(true));
  times.again.push(await ask(false));
};

const countPages = async (counter: BufferCounter, list: ListCase, sized: readonly Sized[], random: Seeded) => {
  const [first, deep]: [number[], number[]] = [[], []];
  for (let n = 0; n < BUFFER_PAGES; n++) {
    const { filter, total } = random.pick(sized);
    first.push(await counter.count(list, filter, 0));
    deep.push(await counter.count(list, filter, deepOffset(total, random)));
  }
  return { first: median(first), deep: median(deep) };
};

const SLICES = 4;

/** Small, large, large, small. */
const measureCase = async (
  databases: readonly [ListDatabase, ListDatabase],
  list: ListCase,
  turns: number,
  random: Seeded,
) => {
  const [small, large] = [
    { database: databases[0], times: noTimes(), sized: await sizeAll(databases[0].asker, list, random) },
    { database: databases[1], times: noTimes(), sized: await sizeAll(databases[1].asker, list, random) },
  ];
  const warming = noTimes();
  for (const { database, sized } of [small, large]) {
    for (let n = 0; n < turns / SLICES; n++) await turn(database.asker, list, sized, random, warming);
  }
  for (const { database, sized, times } of [small, large, large, small]) {
    for (let n = 0; n < turns / 2; n++) await turn(database.asker, list, sized, random, times);
  }
  return { small: small.times, large: large.times, sized: large.sized };
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  const small = await openDatabase(engines, "lists_small", fill(extent, extent.small));
  const large = await openDatabase(engines, "lists_large", fill(extent, extent.large));
  if (process.argv.includes("--fill-only")) return joinRuns([]);
  const databases = [await openListDatabase(engines, small), await openListDatabase(engines, large)] as const;
  const counter = openBufferCounter(large.appUrl);
  const random = seeded(20_261_115);
  const before = machineTime();
  const [cases, faults]: [CaseFigures[], string[]] = [[], []];
  try {
    for (const list of listCases(extent.accounts)) {
      const { sized, ...times } = await measureCase(databases, list, extent.turns, random);
      const buffers = await countPages(counter, list, sized, random);
      faults.push(...(await checkPages(databases[1], list, sized, random)));
      print(`  ${list.name}, ${sized[0]?.total} found: ${describeCase(times, buffers)}`);
      cases.push(figuresOf(times.large, buffers));
    }
    if (faults.length === 0) print("  every page and total checked is that of plain SQL");
    return {
      figures: [
        { id: "lists.p50", value: Math.max(...cases.map(({ p50 }) => p50)) },
        { id: "lists.p99", value: Math.max(...cases.map(({ p99 }) => p99)) },
        { id: "lists.pages", value: cases.filter(({ isEqual }) => !isEqual).length },
      ],
      voids: stolenVoids(stolenShare(before)),
      faults,
    };
  } finally {
    await counter.close();
    for (const database of databases) await database.close();
  }
};

export const benchLists: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : { ...FULL, large: sizeAsked() ?? FULL.large });
  } finally {
    await engines.close();
  }
};

/** `--movements 5000000` when there is no time or space for all of them. */
const sizeAsked = (): number | undefined => {
  const at = process.argv.indexOf("--movements");
  return at === -1 ? undefined : Number(process.argv[at + 1]);
};
