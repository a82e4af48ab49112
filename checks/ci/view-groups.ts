import { isTest } from "../repository.ts";
import type { CoveredStage } from "./choose-stages.ts";
import type { ImportGraph } from "./import-closure.ts";

/**
 * The groups of accessibility views, the longest first, with the features whose screens their views open. A view that opens
 * another screen fails.
 */
export const VIEW_GROUP_FEATURES = {
  results: ["leaderboards"],
  judging: ["evaluations", "home"],
  datasets: ["datasets", "viewer"],
  benchmarks: ["benchmarks", "exports"],
  "end-users": ["credits", "operation-log", "platform-tools", "assets"],
  labelling: ["labelling", "datasets", "packages"],
  performers: ["performers"],
  content: ["content"],
  assets: ["assets", "performers"],
  parts: ["developer-desk"],
  settings: ["settings", "jobs"],
  clusters: ["clusters", "inference-services", "experiments", "data-experiments"],
  people: ["users", "permissions"],
  tasks: ["tasks"],
  screens: ["auth", "home", "developer-desk", "tasks", "users", "credits"],
  dimensions: ["dimensions"],
  dialogs: ["home", "developer-desk"],
  faults: ["home", "developer-desk", "tasks", "datasets"],
} as const satisfies Record<string, readonly string[]>;
export type ViewGroupName = keyof typeof VIEW_GROUP_FEATURES;

/** Names of the groups to open, separated by commas; without it all of them. */
export const VIEW_GROUPS_VARIABLE = "DAILIES_VIEW_GROUPS";

const CONSOLE = /^(?:apps\/web\/|e2e\/(?:access|environment|visual-states\/|fixtures\/|harness\/))/;

const isShown = (file: string): boolean => !isTest(file) && !file.includes("/testing/");

/** Each group as a stage that covers what its screens import; a file of the console that no group's screens import covers all. */
export const coverViewGroups = (graph: ImportGraph): CoveredStage[] => {
  const closures = Object.entries(VIEW_GROUP_FEATURES).map(([name, features]) => {
    const folders = features.map((feature) => `apps/web/src/features/${feature}/`);
    const own = graph.files.filter((file) => isShown(file) && folders.some((folder) => file.startsWith(folder)));
    return { name, closure: graph.closureOf(own) };
  });
  const isShared = (file: string): boolean =>
    CONSOLE.test(file) && isShown(file) && !closures.some(({ closure }) => closure.has(file));
  return closures.map(({ name, closure }) => ({
    stage: { name, command: [], covers: [] },
    covers: (file) => closure.has(file) || isShared(file),
  }));
};
