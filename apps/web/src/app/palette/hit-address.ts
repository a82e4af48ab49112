import type { SearchKind } from "@dailies/contract/search/routes";
import { PATHS } from "../../lib/paths.ts";
import type { RecentHit } from "./recent-hits.ts";

/** The screen that shows a hit, and the parameter that opens it there. */
const SCREENS: Record<SearchKind, { path: string; parameter: string }> = {
  task: { path: PATHS.taskManage, parameter: "task" },
  dataset: { path: PATHS.dataset, parameter: "id" },
  package: { path: PATHS.packageRecords, parameter: "id" },
  asset: { path: "/static-source-manage", parameter: "asset" },
  console_user: { path: "/user-manage", parameter: "user" },
  end_user: { path: PATHS.platformUser, parameter: "user" },
  setting: { path: "/dynamic-config-manage", parameter: "key" },
};

/** A benchmark opens its grid and an evaluation its results; other tasks open in the task centre. */
const TASK_PATHS: Readonly<Record<string, string>> = {
  Benchmark: PATHS.taskGenerate,
  Evaluation: PATHS.taskBenchmark,
};

export const screenOfHit = ({ kind, note }: Pick<RecentHit, "kind" | "note">): string =>
  (kind === "task" && TASK_PATHS[note]) || SCREENS[kind].path;

export const addressOfHit = (hit: RecentHit): string =>
  `${screenOfHit(hit)}?${new URLSearchParams({ [SCREENS[hit.kind].parameter]: hit.id })}`;
