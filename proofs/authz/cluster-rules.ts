import { get, type ObjectRule, post } from "./object-rule.ts";

const read = (name: string, rest: string): ObjectRule => ({
  name,
  ask: (id) => get(`/api_v1/ray/job/${id}${rest}`),
  idOf: (world) => world.clusterJobId,
  expected: { owner: 200, colleague: 200, outsider: 403, manager: 200 },
});

/** Every internal user may read a job; this one has ended, so that stopping it is a conflict for those who may. */
export const CLUSTER_JOB_RULES: readonly ObjectRule[] = [
  read("a job of a cluster", ""),
  read("the log of a job", "/log"),
  {
    name: "stopping a job",
    ask: (id) => post(`/api_v1/ray/job/${id}/stop`, {}),
    idOf: (world) => world.clusterJobId,
    expected: { owner: 409, colleague: 403, outsider: 403, manager: 409 },
  },
];
