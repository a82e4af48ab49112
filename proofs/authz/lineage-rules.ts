import { get, type ObjectRule } from "./object-rule.ts";

const STAFF_ONLY = { owner: 200, colleague: 200, outsider: 403, manager: 200 } as const;

const ofLineage = (
  name: string,
  kind: string,
  idOf: ObjectRule["idOf"],
  expected: ObjectRule["expected"],
): readonly ObjectRule[] =>
  ["near", "graph"].map((what) => ({
    name: `${name} as ${what === "near" ? "lists" : "a graph"}`,
    ask: (id) => get(`/api_v1/lineage/${what}/${kind}/${id}`),
    idOf,
    expected,
  }));

/** Whoever may open the page of an object reads its lineage, if they are internal. A board is not there before judging. */
export const LINEAGE_RULES: readonly ObjectRule[] = [
  ...ofLineage("the lineage of a dataset", "dataset", (world) => world.datasetId, STAFF_ONLY),
  ...ofLineage("the lineage of a package", "package", (world) => world.packageId, STAFF_ONLY),
  ...ofLineage("the lineage of a label task", "label_task", (world) => world.labelTaskId, STAFF_ONLY),
  ...ofLineage("the lineage of a benchmark", "benchmark", (world) => world.taskId, STAFF_ONLY),
  ...ofLineage("the lineage of a board that is not there", "board", (world) => world.taskId, {
    owner: 404,
    colleague: 404,
    outsider: 403,
    manager: 404,
  }),
];
