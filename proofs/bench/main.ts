import { benchApi } from "./api.ts";
import { benchAssets } from "./assets.ts";
import { benchBoot } from "./boot.ts";
import { benchGeneration } from "./generation/generation.ts";
import { benchGrid } from "./grid.ts";
import { benchItems } from "./items/items.ts";
import { benchJudging } from "./judging.ts";
import { benchLeaderboard } from "./leaderboard/leaderboard.ts";
import { benchLedger } from "./ledger/ledger.ts";
import { benchLists } from "./lists/lists.ts";
import { benchMedia } from "./media.ts";
import { benchMetrics } from "./metrics/metrics.ts";
import { benchPlayer } from "./player/player.ts";
import { benchSdv } from "./sdv/sdv.ts";
import { benchSse } from "./sse.ts";

const BENCHES: Record<string, (isSmoke: boolean) => Promise<boolean>> = {
  api: benchApi,
  assets: benchAssets,
  boot: benchBoot,
  generation: benchGeneration,
  grid: benchGrid,
  items: benchItems,
  judging: benchJudging,
  leaderboard: benchLeaderboard,
  ledger: benchLedger,
  lists: benchLists,
  media: benchMedia,
  metrics: benchMetrics,
  player: benchPlayer,
  sdv: benchSdv,
  sse: benchSse,
};

const [name = "", ...flags] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) throw new Error(`there is no bench '${name}': one of ${Object.keys(BENCHES).join(", ")}`);
process.exitCode = (await bench(flags.includes("--smoke"))) ? 0 : 1;
