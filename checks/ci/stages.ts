import path from "node:path";
import { ROOT } from "../repository.ts";
import { SCHEMA } from "./schema-reach.ts";

/** Folder for a stage's own counts, if it has any, as `<name>.json`; relative to the root of the repository. */
export const RESULTS = "node_modules/.cache/results";

export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Added to the environment of the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** Earlier stages whose results it uses; they also run when only some stages are named. */
  readonly needs?: readonly string[];
  /**
   * Files that a long proof covers: sources, whose imports are followed, and other files, by pattern; of the schema only what
   * those sources use. It runs when one of them changed, and otherwise by rotation. A stage without it runs every time.
   */
  readonly covers?: readonly string[];
  /** Begins no later after the start of the run, because it takes many minutes; otherwise as every long proof. */
  readonly lastBeginS?: number;
  /** Does not measure wall-clock time and uses its own engines or database, so that it may run concurrently. */
  readonly sharesMachine?: boolean;
}

/** Files under the given folders and all their imports. Tests are excluded: they run in their own stage. */
const code = (...folders: readonly string[]): string[] => folders.map((folder) => `${folder}/**`);
const feature = (...names: readonly string[]): string[] =>
  names.flatMap((name) => code(`apps/server/src/features/${name}`));

/** Playwright runs in its own folder, so the path is absolute. */
const playwrightReport = (stage: string): Record<string, string> => ({
  PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(ROOT, RESULTS, `${stage}.json`),
});

const CHAOS_HARNESS = "proofs/chaos/harness/*.ts";

/** Benchmarks measure starts and first requests, which must not depend on what an earlier stage compiled. */
const UNCACHED = { NODE_COMPILE_CACHE: "" };

/** What a process of the production bundle needs to start. */
const PRODUCTION_BUNDLE = ["migrations", "build"];

const bench = (name: string, entry: string, covers: readonly string[], needs: readonly string[] = []): Stage => ({
  name: `bench-${name}`,
  command: ["pnpm", "bench", name, "--smoke"],
  env: UNCACHED,
  needs,
  covers: [`proofs/bench/${entry}.ts`, ...covers],
});

const chaos = (
  name: string,
  size: readonly string[],
  covers: readonly string[],
  needs: readonly string[] = [],
): Stage => ({
  name: `chaos-${name}`,
  needs,
  command: ["pnpm", "chaos", name, ...size],
  covers: [CHAOS_HARNESS, ...covers],
  sharesMachine: true,
});

/** The tests of one feature that kill a worker and wait until another goes on. */
const kills = (name: string, ...files: readonly string[]): Stage => {
  const tests = files.map((file) => `apps/server/src/features/${name}/${file}-kill.test.ts`);
  return {
    name: `kill-${name}`,
    command: ["pnpm", "exec", "vitest", "run", "--project=kills", ...tests],
    covers: [...tests, SCHEMA, "apps/server/src/testing/rigs/killable-workers.ts", ...feature(name)],
    sharesMachine: true,
  };
};

/** Journeys of the browser beside a real engine, which needs the whole machine. */
const realEngine = (name: string, journeys: readonly string[], covers: readonly string[]): Stage => ({
  name: `e2e-${name}`,
  command: ["pnpm", `e2e:${name}`, "--reporter=list,json"],
  env: playwrightReport(`e2e-${name}`),
  covers: [
    "e2e/real-engines.config.ts",
    "e2e/real-engines/main.ts",
    ...journeys.map((journey) => `e2e/real-engines/${name}/${journey}.e2e.ts`),
    `ops/engines/${name}.sh`,
    `ops/toolchain/requirements-${name}.txt`,
    ...covers,
  ],
});

const EVERY_TIME: readonly Stage[] = [
  { name: "check", command: ["pnpm", "check"] },
  {
    name: "tests",
    command: [
      "pnpm",
      "exec",
      "vitest",
      "run",
      "--project=!kills",
      "--retry=1",
      "--reporter=default",
      "--reporter=json",
    ].concat(`--outputFile.json=${RESULTS}/tests.json`),
  },
  {
    name: "migrations",
    command: ["bash", "-c", "node apps/server/src/bin/migrate.ts && node apps/server/src/bin/migrate.ts"],
  },
  { name: "authz", command: ["pnpm", "authz"] },
  { name: "build", command: ["pnpm", "build"] },
  { name: "bundle", command: ["pnpm", "bundle"], needs: ["build"] },
  {
    name: "e2e",
    command: ["node", "e2e/run.ts", "--project=journeys", "--reporter=list,json"],
    env: playwrightReport("e2e"),
  },
  {
    name: "e2e-access",
    command: ["node", "e2e/run.ts", "--project=access", "--reporter=list,json"],
    env: playwrightReport("e2e-access"),
  },
];

const PROOFS: readonly Stage[] = [
  {
    name: "authz-every-set",
    command: ["pnpm", "authz", "--every-set"],
    covers: ["packages/contract/src/access.ts", "proofs/authz/decide.ts"],
    sharesMachine: true,
  },
  {
    name: "fuzz",
    command: ["pnpm", "fuzz", "--requests", "1000"],
    // It took up to 1,300 s beside other stages.
    lastBeginS: 3_900,
    covers: ["proofs/fuzz/*", "apps/server/src/bin/api.ts", "packages/contract/src/index.ts", SCHEMA],
    sharesMachine: true,
  },
  {
    name: "fuzz-formats",
    command: ["pnpm", "fuzz", "formats", "--cases", "20000"],
    covers: ["proofs/fuzz/formats/**", "proofs/formats/golden/**"],
    sharesMachine: true,
  },
  bench("api", "api", ["proofs/bench/{member,generator}.ts"]),
  bench("boot", "boot", ["apps/server/src/bin/api.ts", "apps/server/build*.ts"], PRODUCTION_BUNDLE),
  {
    name: "bench-planted",
    command: ["pnpm", "bench", "planted"],
    env: UNCACHED,
    needs: PRODUCTION_BUNDLE,
    covers: ["proofs/bench/{api,boot,member,generator}.ts", "proofs/bench/figures/*.ts"],
  },
  bench("media", "media", []),
  bench("metrics", "metrics/metrics", feature("metrics")),
  bench("generation", "generation/generation", [
    "proofs/bench/generation/echo*.ts",
    "apps/server/src/{bin/worker,workers}.ts",
    SCHEMA,
    ...feature("generation", "performers", "benchmarks"),
  ]),
  bench("sse", "sse/sse", ["proofs/bench/sse/sse-*.ts", ...feature("events")]),
  bench("player", "player/player", ["proofs/bench/player/page.ts", ...code("apps/web/src/shared/synced-player")]),
  {
    name: "sim-ledger",
    command: ["pnpm", "sim", "ledger", "--smoke"],
    covers: ["proofs/sim/ledger/*.ts", SCHEMA],
    sharesMachine: true,
  },
  {
    name: "sim-statistics",
    command: ["pnpm", "sim", "statistics", "--smoke"],
    covers: ["proofs/sim/statistics/*.ts"],
    sharesMachine: true,
  },
  bench("leaderboard", "leaderboard/leaderboard", [
    "apps/server/src/bin/board-thread.ts",
    SCHEMA,
    ...feature("leaderboards"),
  ]),
  bench("labelling", "labelling/labelling", [SCHEMA, ...feature("labelling", "leases")]),
  bench("ledger", "ledger/ledger", [...feature("credits", "service-api"), SCHEMA]),
  bench("lists", "lists/lists", [...feature("credits", "operation-log"), SCHEMA]),
  bench("items", "items/items", [
    "apps/server/src/bin/query-process.ts",
    SCHEMA,
    ...code("apps/server/src/features/datasets/items"),
  ]),
  bench("clusters", "clusters/clusters", [
    "proofs/bench/clusters/*.ts",
    SCHEMA,
    ...feature("clusters", "inference-services"),
  ]),
  bench("sdv", "sdv/sdv", feature("viewer", "storage")),
  {
    name: "hostile-media",
    command: ["pnpm", "hostile-media", "--files", "250"],
    covers: ["proofs/hostile-media/*.ts", "apps/server/src/bin/measure-thread.ts"],
    sharesMachine: true,
  },
  {
    name: "monitoring",
    command: ["pnpm", "monitoring"],
    covers: [
      "proofs/monitoring/*.ts",
      "ops/monitoring/**",
      "apps/server/src/bin/worker.ts",
      "apps/server/src/http/observability/*.ts",
      "apps/server/src/platform/observability/*.ts",
    ],
    sharesMachine: true,
  },
  {
    name: "proof-restore",
    command: ["pnpm", "proof", "restore", "--smoke"],
    covers: [
      CHAOS_HARNESS,
      "proofs/restore/*.ts",
      "ops/backup/*",
      "apps/server/src/bin/backup.ts",
      "apps/server/src/platform/db/{outbox-relay,started-workflow.store}.ts",
      "apps/server/src/platform/temporal/recover-workflows.ts",
      "apps/server/src/verify-installation.ts",
    ],
    sharesMachine: true,
  },
  {
    name: "proof-upgrade",
    command: ["pnpm", "proof", "upgrade", "--smoke"],
    needs: PRODUCTION_BUNDLE,
    covers: [CHAOS_HARNESS, "proofs/upgrade/*.ts", SCHEMA],
    sharesMachine: true,
  },
  {
    name: "ray",
    command: ["pnpm", "ray"],
    covers: [
      "proofs/ray/*.ts",
      "ops/engines/ray.sh",
      "ops/toolchain/requirements-ray.txt",
      "ray/**/*.py",
      ...feature("clusters", "inference-services", "processing"),
    ],
  },
  {
    name: "mlflow",
    command: ["pnpm", "mlflow"],
    covers: [
      "proofs/mlflow/*.ts",
      "ops/engines/mlflow.sh",
      "ops/toolchain/requirements-mlflow.txt",
      ...feature("experiments"),
    ],
  },
  realEngine(
    "ray",
    ["clusters", "services"],
    ["e2e/real-engines/ray/*.ts", "ray/**/*.py", ...feature("clusters", "inference-services", "processing")],
  ),
  realEngine("mlflow", ["experiments"], feature("experiments")),
  kills("assets", "ingest/ingest-asset"),
  kills("benchmarks", "row-imports/import-dataset-rows"),
  kills("credits", "cancellations/cancel-subscription"),
  kills("exports", "run/run-export"),
  kills("generation", "runs/generation"),
  kills("labelling", "filling/fill-label-task", "prefill/prefill-label-task"),
  kills("metrics", "preparing/prepare-clips"),
  kills("packages", "writing/write-package"),
  kills("processing", "attempts/process-dataset"),
  kills("viewer", "verify/verify-set"),
  chaos(
    "restart",
    ["--restarts", "3"],
    [
      "proofs/chaos/restart.ts",
      "apps/server/src/bin/supervisor.ts",
      "apps/server/src/platform/shutdown.ts",
      "apps/server/src/http/**/*.ts",
    ],
    PRODUCTION_BUNDLE,
  ),
  {
    name: "chaos-query",
    command: ["pnpm", "chaos", "query", "--kills", "4"],
    covers: [
      CHAOS_HARNESS,
      "proofs/chaos/query/*.ts",
      "apps/server/src/bin/query-process.ts",
      ...code("apps/server/src/platform/processes", "apps/server/src/platform/shared-files"),
    ],
  },
  {
    name: "proof-resources",
    command: ["pnpm", "proof", "resources", "--smoke"],
    needs: PRODUCTION_BUNDLE,
    covers: [
      "proofs/resources/*.ts",
      "apps/server/src/bin/query-process.ts",
      "apps/server/src/http/routing/register-routes.ts",
      ...code("apps/server/src/platform/concurrency", "apps/server/src/platform/processes"),
    ],
  },
  chaos(
    "upload",
    ["--files", "2", "--megabytes", "64", "--kills", "1"],
    ["proofs/chaos/upload/*.ts", SCHEMA, ...feature("assets"), ...code("packages/uploader/src")],
  ),
  chaos(
    "generation",
    ["--cells", "200", "--faults", "8"],
    ["proofs/chaos/generation/*.ts", SCHEMA, ...feature("generation", "performers", "benchmarks", "events", "credits")],
  ),
  chaos("ledger", ["--faults", "6"], ["proofs/chaos/ledger/*.ts", SCHEMA, ...feature("credits")]),
  chaos(
    "evaluation",
    ["--raters", "20", "--faults", "5"],
    ["proofs/chaos/evaluation/*.ts", SCHEMA, ...feature("evaluations", "leases")],
  ),
  chaos(
    "labelling",
    ["--labellers", "12", "--faults", "5"],
    ["proofs/chaos/labelling/*.ts", SCHEMA, ...feature("labelling", "leases")],
  ),
  chaos(
    "compute",
    ["--clusters", "2", "--faults", "2", "--seed", "310"],
    ["proofs/chaos/compute/**/*.ts", SCHEMA, ...feature("clusters", "inference-services", "processing")],
  ),
  chaos(
    "experiments",
    ["--programs", "3", "--faults", "4"],
    ["proofs/chaos/experiments/*.ts", SCHEMA, ...feature("experiments", "service-api")],
  ),
  chaos(
    "index",
    ["--samples", "5000", "--faults", "4"],
    ["proofs/chaos/index/*.ts", SCHEMA, ...feature("datasets", "storage"), ...code("packages/formats/src")],
  ),
  chaos(
    "packaging",
    ["--samples", "6000", "--faults", "4"],
    ["proofs/chaos/packaging/*.ts", SCHEMA, ...feature("packages"), ...code("packages/formats/src")],
  ),
];

/** In the order in which they run. */
export const STAGES: readonly Stage[] = [...EVERY_TIME, ...PROOFS];
