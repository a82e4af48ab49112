import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { contract } from "@dailies/contract";
import { findLeaks } from "../../apps/server/src/testing/find-leaks.ts";
import { type ApiUnderTest, LOG_FILE, startApi } from "./api-under-test.ts";
import { insertPeople, mintServiceKey, PEOPLE, type PersonName } from "./people.ts";
import { type FuzzRun, runSchemathesis } from "./run-schemathesis.ts";
import { readCounts } from "./server-counts.ts";
import { openMint } from "./session-mint.ts";

const DEFAULT_SEED = 20_260_115;
/** Per operation and user; a short run tries a little of everything rather than everything of a few. */
const EXAMPLES = { fewest: 4, most: 60 };
/**
 * Refused nearly everywhere. In a short run they call each route once; the authorization proof covers all of them as well.
 */
const REFUSED: ReadonlySet<PersonName> = new Set(["anonymous", "external"]);

const LEAKS_SHOWN = 20;
/** Below this a run is short, and most of its requests are sent by users who are admitted. */
const THOROUGH_REQUESTS = 5_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const FEATURES: Readonly<Record<string, object>> = contract;

interface Extent {
  readonly requests: number;
  readonly seed: number;
  /** Only routes of these features; empty for all. */
  readonly features: readonly string[];
}

const examplesFor = ({ requests, features }: Extent): number => {
  const operations = Object.entries(FEATURES)
    .filter(([name]) => features.length === 0 || features.includes(name))
    .reduce((count, [, routes]) => count + Object.keys(routes).length, 0);
  return Math.min(EXAMPLES.most, Math.max(EXAMPLES.fewest, Math.ceil(requests / (operations * PEOPLE.length))));
};

/** The feature whose requests are signed by services; only these are fuzzed as a service. */
const SIGNED_FEATURE = "serviceApi";

const peopleFor = ({ features }: Extent): readonly PersonName[] =>
  PEOPLE.filter((name) => name !== "service" || features.length === 0 || features.includes(SIGNED_FEATURE));

const featuresIn = (list: string | undefined): string[] => {
  const features = list === undefined ? [] : list.split(",").filter((name) => name !== "");
  const unknown = features.filter((name) => FEATURES[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`no such feature: ${unknown.join(", ")}; there are ${Object.keys(FEATURES).join(", ")}`);
  }
  return features;
};

/** Number of examples for this user. */
const depthFor = (name: PersonName, extent: Extent): Pick<FuzzRun, "examples" | "isThorough"> => {
  const isThorough = extent.requests >= THOROUGH_REQUESTS || name === "administrator" || name === "service";
  return { isThorough, examples: !isThorough && REFUSED.has(name) ? 1 : examplesFor(extent) };
};

/** All users in turn, with another seed each round, until the server has seen enough requests; returns the failed runs. */
const fuzzEverybody = async (api: ApiUnderTest, extent: Extent): Promise<string[]> => {
  const { requests, seed: firstSeed, features } = extent;
  const mint = await openMint(api.db);
  const failed: string[] = [];
  try {
    const ids = await insertPeople(api.db);
    const serviceKey = await mintServiceKey(api.db, api.secretKeys);
    for (let seed = firstSeed; (await readCounts(api.opsOrigin)).requests < requests; seed += 1) {
      for (const name of peopleFor(extent)) {
        const id = ids.get(name);
        print(`\n── as ${name}, seed ${seed}`);
        const run = {
          origin: api.origin,
          mintUrl: id && mint.urlOf(id),
          seed,
          features,
          serviceKey: name === "service" ? serviceKey : undefined,
          ...depthFor(name, extent),
        };
        if (!(await runSchemathesis(run))) failed.push(`${name} with seed ${seed}`);
      }
      if (failed.length > 0) break;
    }
  } finally {
    await mint.close();
  }
  return failed;
};

/** Reports counts, failed runs and secrets found in the log; returns whether there were no findings. */
const judge = async (api: ApiUnderTest, failed: readonly string[], startedMs: number): Promise<boolean> => {
  const { requests, serverErrors, byStatus } = await readCounts(api.opsOrigin);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  print(
    `\nby status: ${Object.entries(byStatus)
      .map(([status, count]) => `${status} × ${count}`)
      .join(", ")}`,
  );
  if (serverErrors > 0) print(`server errors are explained in ${LOG_FILE}`);
  for (const run of failed) print(`failed as ${run}`);
  const leaks = findLeaks(readFileSync(LOG_FILE, "utf8"), api.environment);
  for (const line of leaks.slice(0, LEAKS_SHOWN)) print(`the log gives away: ${line}`);
  print(
    `fuzz: ${requests} requests, ${serverErrors} server errors, ${failed.length} failed runs, ${leaks.length} leaks, ${seconds} s`,
  );
  return serverErrors === 0 && failed.length === 0 && leaks.length === 0;
};

/** The whole API under Schemathesis, as several users. */
export const fuzzApi = async (flags: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      requests: { type: "string", default: "5000" },
      seed: { type: "string", default: `${DEFAULT_SEED}` },
      features: { type: "string" },
    },
  });
  const extent = {
    requests: Number(values.requests),
    seed: Number(values.seed),
    features: featuresIn(values.features),
  };
  print(`fuzzing ${extent.features.length === 0 ? "every feature" : extent.features.join(", ")}`);
  const startedMs = performance.now();
  const api = await startApi();
  try {
    const failed = await fuzzEverybody(api, extent);
    return await judge(api, failed, startedMs);
  } finally {
    await api.close();
  }
};
