import type { Stage } from "./stages.ts";

/**
 * The stages with the given names and those whose results they use, in the order of the run; all of them if none is named.
 */
export const namedStages = (stages: readonly Stage[], names: readonly string[]): readonly Stage[] => {
  if (names.length === 0) return stages;
  const unknown = names.filter((name) => stages.every((stage) => stage.name !== name));
  if (unknown.length > 0) {
    throw new Error(`no such stage: ${unknown.join(", ")}; there are ${stages.map(({ name }) => name).join(", ")}`);
  }
  const needed = new Set(names);
  for (const { name, needs = [] } of stages.toReversed()) {
    if (needed.has(name)) for (const need of needs) needed.add(need);
  }
  return stages.filter(({ name }) => needed.has(name));
};
