import { VIEW_GROUP_FEATURES, type ViewGroupName } from "../../checks/ci/view-groups.ts";
import { ASSET_VIEWS } from "./data/asset-views.ts";
import { CLUSTER_VIEWS } from "./data/cluster-views.ts";
import { DATA_EXPERIMENT_VIEWS } from "./data/data-experiment-views.ts";
import { DATASET_ITEM_VIEWS } from "./data/dataset-item-views.ts";
import { DATASET_VIEWS } from "./data/dataset-views.ts";
import { EXPERIMENT_VIEWS } from "./data/experiment-views.ts";
import { EXPORT_VIEWS } from "./data/export-views.ts";
import { JOB_VIEWS } from "./data/job-views.ts";
import { LINEAGE_VIEWS } from "./data/lineage-views.ts";
import { PACKAGE_VIEWS } from "./data/package-views.ts";
import { PROCESSING_VIEWS } from "./data/processing-views.ts";
import { SERVICE_VIEWS } from "./data/service-views.ts";
import { VIEWER_VIEWS } from "./data/viewer-views.ts";
import { DIALOG_VIEWS } from "./dialog-views.ts";
import { BENCHMARK_VIEWS } from "./evaluation/benchmark-views.ts";
import { DIMENSION_VIEWS } from "./evaluation/dimension-views.ts";
import { EVALUATING_VIEWS } from "./evaluation/evaluating-views.ts";
import { LABEL_PAIR_VIEWS } from "./evaluation/label-pair-views.ts";
import { LABELLING_VIEWS } from "./evaluation/labelling-views.ts";
import { LEADERBOARD_VIEWS } from "./evaluation/leaderboard-views.ts";
import { PERFORMER_VIEWS } from "./evaluation/performer-views.ts";
import { TASK_VIEWS } from "./evaluation/task-views.ts";
import { FAULT_VIEWS } from "./fault-views.ts";
import { PART_VIEWS } from "./part-views.ts";
import { PEOPLE_VIEWS } from "./people-views.ts";
import { PLATFORM_CONTENT_VIEWS } from "./platform/platform-content-views.ts";
import { PLATFORM_HISTORY_VIEWS } from "./platform/platform-history-views.ts";
import { PLATFORM_TOOLS_VIEWS } from "./platform/platform-tools-views.ts";
import { PLATFORM_USER_VIEWS } from "./platform/platform-user-views.ts";
import { SCREEN_VIEWS, SIGN_IN_VIEWS } from "./screen-views.ts";
import { SETTINGS_VIEWS } from "./settings-views.ts";
import { VIEWERS, type View } from "./view.ts";

/** Views that share users and data. Two groups share nothing, so they can run concurrently. */
export interface ViewGroup {
  readonly name: ViewGroupName;
  readonly views: readonly View[];
}

/** Grouped by user, so that a browser signs in once for each. */
const group = (name: ViewGroupName, ...views: readonly View[]): ViewGroup => ({
  name,
  views: VIEWERS.flatMap((viewer) => views.filter((view) => view.viewer === viewer)),
});

/** The longest first, so that the two workers end at nearly the same time. */
export const VIEW_GROUPS: readonly ViewGroup[] = [
  group("results", ...LEADERBOARD_VIEWS),
  group("judging", ...EVALUATING_VIEWS),
  group("datasets", ...DATASET_VIEWS, ...DATASET_ITEM_VIEWS, ...VIEWER_VIEWS),
  group("benchmarks", ...BENCHMARK_VIEWS, ...EXPORT_VIEWS),
  group("end-users", ...PLATFORM_USER_VIEWS, ...PLATFORM_HISTORY_VIEWS, ...PLATFORM_TOOLS_VIEWS),
  // Packages share their clips with label tasks.
  group("labelling", ...LABELLING_VIEWS, ...LABEL_PAIR_VIEWS, ...PACKAGE_VIEWS, ...LINEAGE_VIEWS),
  group("performers", ...PERFORMER_VIEWS),
  group("content", ...PLATFORM_CONTENT_VIEWS),
  group("assets", ...ASSET_VIEWS),
  group("parts", ...PART_VIEWS),
  group("settings", ...SETTINGS_VIEWS, ...JOB_VIEWS),
  group(
    "clusters",
    ...CLUSTER_VIEWS,
    ...PROCESSING_VIEWS,
    ...SERVICE_VIEWS,
    ...EXPERIMENT_VIEWS,
    ...DATA_EXPERIMENT_VIEWS,
  ),
  group("people", ...PEOPLE_VIEWS),
  group("tasks", ...TASK_VIEWS),
  group("screens", ...SIGN_IN_VIEWS, ...SCREEN_VIEWS),
  group("dimensions", ...DIMENSION_VIEWS),
  group("dialogs", ...DIALOG_VIEWS),
  group("faults", ...FAULT_VIEWS),
];

const unopened = Object.keys(VIEW_GROUP_FEATURES).filter((name) => VIEW_GROUPS.every((each) => each.name !== name));
if (unopened.length > 0) throw new Error(`no views are in the group ${unopened.join(", ")}`);

export const VIEW_NAMES: readonly string[] = VIEW_GROUPS.flatMap(({ views }) => views.map(({ name }) => name));

const repeated = VIEW_NAMES.filter((name, place) => VIEW_NAMES.indexOf(name) !== place);
if (repeated.length > 0) throw new Error(`two views are called ${repeated.join(", ")}`);
