import {
  type AddressInput,
  addressOf,
  assetsRoutes,
  authRoutes,
  benchmarksRoutes,
  datasetItemRoutes,
  experimentsRoutes,
  leaderboardsRoutes,
  type Route,
  searchRoutes,
  viewerRoutes,
} from "@dailies/contract";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { raiseInputsRevision } from "../bench/leaderboard/fill-task.ts";
import type { Seeded } from "../seeded.ts";
import type { SeededData } from "./seed.ts";

export interface HttpInput {
  readonly method: string;
  readonly target: string;
  readonly body?: string;
}

/** One of the costliest requests that a person can make. */
export interface CostlyRequest {
  readonly name: string;
  readonly what: string;
  /** Another one each time, so that no cache answers. */
  readonly next: () => HttpInput | Promise<HttpInput>;
}

export interface CostlyInput {
  readonly seeded: SeededData;
  readonly db: Db;
  readonly random: Seeded;
  readonly signIn: { readonly username: string; readonly password: string };
}

const asked = (route: Route, input: AddressInput & { readonly body?: unknown } = {}): HttpInput => ({
  method: route.method,
  target: addressOf(route, input),
  ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
});

const ALL_ITEMS = { filters: [], q: "" };
const LINE = "a slow pan over the sea while the light changes, ".repeat(14);

const ofDatasets = ({ seeded, random }: CostlyInput): CostlyRequest[] => {
  const params = { id: seeded.datasetId };
  const where = (): string => `duration_s > ${1 + random.below(1_000_000) / 100_000}`;
  return [
    {
      name: "item-search",
      what: "a filtered and sorted page of a large table",
      next: () =>
        asked(datasetItemRoutes.listItems, {
          params,
          body: { ...ALL_ITEMS, where: where(), order_by: "-aesthetic", page_size: 200, offset: 1_000 },
        }),
    },
    {
      name: "histograms",
      what: "histograms and frequent values of every column of a filtered table",
      next: () => asked(datasetItemRoutes.facetItems, { params, body: { ...ALL_ITEMS, where: where() } }),
    },
    {
      name: "viewer-rows",
      what: "rows of a Parquet file and of a Lance table",
      next: () => {
        const index = `${random.below(seeded.extent.samples)}`;
        return asked(viewerRoutes.readSample, { params: { handle: random.pick(seeded.handles), index } });
      },
    },
  ];
};

const ofTasks = ({ seeded, random, db }: CostlyInput): CostlyRequest[] => {
  const { extent, gridId, emptyBenchmark } = seeded;
  const text = Array.from({ length: extent.rowsToImport }, (_, row) => `${row} ${LINE}`).join("\n");
  const dryRun = { expect_revision: emptyBenchmark.revision, format: "lines", text, is_dry_run: true };
  const rowImport = asked(benchmarksRoutes.importRows, { params: { id: emptyBenchmark.id }, body: dryRun });
  return [
    {
      name: "leaderboard",
      what: "a leaderboard whose judgements have changed",
      next: async () => {
        const id = random.pick(seeded.boardIds);
        await raiseInputsRevision(db, id);
        return asked(leaderboardsRoutes.getBoard, { params: { id } });
      },
    },
    {
      name: "grid",
      what: "the largest window of a large benchmark",
      next: () => {
        const from = random.below(Math.max(1, extent.cells / 20 - 200));
        const query = { row_from: from, row_to: from + 199, col_from: 0, col_to: 19 };
        return asked(benchmarksRoutes.listCells, { params: { id: gridId }, query });
      },
    },
    {
      name: "row-import",
      what: `a dry run of an import of ${(text.length / 1024 ** 2).toFixed(1)} MiB of rows`,
      next: () => rowImport,
    },
    {
      name: "run-chart",
      what: `${seeded.runIds.length} curves of ${extent.pointsOfCurve.toLocaleString("en")} points`,
      next: () => {
        const from_step = random.below(extent.pointsOfCurve / 2);
        const query = { run_id: [...seeded.runIds], metric: "loss", buckets: 1_000, from_step };
        return asked(experimentsRoutes.readCurves, { query });
      },
    },
  ];
};

const ofLists = ({ seeded, random, signIn }: CostlyInput): CostlyRequest[] => [
  {
    name: "palette-search",
    what: `a search over ${seeded.extent.names.toLocaleString("en")} names of each kind`,
    next: () => asked(searchRoutes.search, { query: { q: `ox ${random.below(seeded.extent.names)}` } }),
  },
  {
    name: "deep-page",
    what: "the last page of the list of assets",
    next: () => {
      const offset = Math.max(0, Math.min(100_000, seeded.extent.names) - 200 - random.below(1_000));
      return asked(assetsRoutes.listAssets, { query: { limit: 200, offset, sort: "size", order: "asc" } });
    },
  },
  {
    name: "sign-in",
    what: "a sign-in with the right password",
    next: () => asked(authRoutes.login, { body: signIn }),
  },
];

/** The ten that cost most, of those that no own limit of a person or of everybody keeps from being repeated. */
export const costlyRequests = (input: CostlyInput): CostlyRequest[] => [
  ...ofDatasets(input),
  ...ofTasks(input),
  ...ofLists(input),
];
