import { VOID_STATUS } from "../../checks/ci/counts.ts";
import { benchApi } from "./api.ts";
import { benchAssets } from "./assets.ts";
import { benchBoot } from "./boot.ts";
import { benchClusters } from "./clusters/clusters.ts";
import { benchExperiments } from "./experiments/experiments.ts";
import type { Bench, BenchOutcome } from "./figures/bench-run.ts";
import { isHeldHere, recordSmokeOf, runFullOf, runSmokeOf } from "./figures/run-bench.ts";
import { benchGeneration } from "./generation/generation.ts";
import { benchGrid } from "./grid.ts";
import { benchItems } from "./items/items.ts";
import { benchJobs } from "./jobs/jobs.ts";
import { benchJudging } from "./judging.ts";
import { benchLabelling } from "./labelling/labelling.ts";
import { benchLeaderboard } from "./leaderboard/leaderboard.ts";
import { benchLedger } from "./ledger/ledger.ts";
import { benchLists } from "./lists/lists.ts";
import { benchMedia } from "./media.ts";
import { benchMetrics } from "./metrics/metrics.ts";
import { benchPackaging } from "./packaging/packaging.ts";
import { benchPlayer } from "./player/player.ts";
import { benchSdv } from "./sdv/sdv.ts";
import { benchSearch } from "./search.ts";
import { benchSse } from "./sse/sse.ts";

const BENCHES: Record<string, Bench> = {
  api: benchApi,
  assets: benchAssets,
  boot: benchBoot,
  experiments: benchExperiments,
  clusters: benchClusters,
  generation: benchGeneration,
  grid: benchGrid,
  items: benchItems,
  jobs: benchJobs,
  judging: benchJudging,
  labelling: benchLabelling,
  leaderboard: benchLeaderboard,
  ledger: benchLedger,
  lists: benchLists,
  media: benchMedia,
  metrics: benchMetrics,
  packaging: benchPackaging,
  player: benchPlayer,
  sdv: benchSdv,
  search: benchSearch,
  sse: benchSse,
};
/** Benches that can plant a slowdown. */
const PLANTABLE = ["boot", "api"];

const benchOf = (name: string): Bench => {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`there is no bench '${name}': one of ${[...Object.keys(BENCHES), "planted"].join(", ")}`);
  return bench;
};

/** Whether a planted slowdown makes each of the smoke runs fail, as it would in CI. */
const benchPlanted = async (): Promise<BenchOutcome> => {
  const outcomes: BenchOutcome[] = [];
  for (const name of PLANTABLE) {
    const outcome = isHeldHere(name) ? await runSmokeOf(name, benchOf(name), true) : "void";
    const words = { failed: "noticed", held: "NOT NOTICED", void: "no result" }[outcome];
    process.stdout.write(`planted slowdown in ${name}: ${words}\n`);
    outcomes.push(outcome);
  }
  if (outcomes.includes("held")) return "failed";
  return outcomes.includes("void") ? "void" : "held";
};

const run = async (name: string, flags: readonly string[]): Promise<BenchOutcome> => {
  if (name === "planted") return benchPlanted();
  const bench = benchOf(name);
  const [isSmoke, isPlanted, isRecorded] = ["--smoke", "--planted", "--record"].map((flag) => flags.includes(flag));
  if (isPlanted && !(isSmoke && !isRecorded && PLANTABLE.includes(name)))
    throw new Error(`--planted goes with --smoke alone, and with one of ${PLANTABLE.join(", ")}`);
  if (isSmoke && !isRecorded) return runSmokeOf(name, bench, isPlanted === true);
  const isGood = isSmoke || (await runFullOf(bench, flags));
  const isKept = !isRecorded || (await recordSmokeOf(bench));
  return isGood && isKept ? "held" : "failed";
};

const STATUS: Record<BenchOutcome, number> = { held: 0, failed: 1, void: VOID_STATUS };

const [name = "", ...flags] = process.argv.slice(2);
process.exitCode = STATUS[await run(name, flags)];
