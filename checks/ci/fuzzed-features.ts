import { isTest } from "../repository.ts";
import { matchesAny } from "./file-patterns.ts";
import type { ImportGraph } from "./import-closure.ts";

const FEATURES = "apps/server/src/features";
const CONTRACT = "packages/contract/src";

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const reachOf = (feature: string, graph: ImportGraph): Set<string> => {
  const routes = graph.files.filter((file) => matchesAny(file, [`${FEATURES}/${kebab(feature)}/**/*.routes.ts`]));
  return graph.closureOf([...routes, `${CONTRACT}/index.ts#${feature}Routes`]);
};

/**
 * The features whose replies a change may affect, so that fuzzing focuses on them. Undefined when it may be any of them: the
 * HTTP layer, the database, or a file that no feature's routes import.
 */
export const fuzzedFeatures = (
  features: readonly string[],
  changed: readonly string[],
  graph: ImportGraph,
): string[] | undefined => {
  const served = changed.filter((file) => /^(apps\/server|packages)\//.test(file) && !isTest(file));
  if (served.length === 0) return undefined;
  const reach = new Map(features.map((feature) => [feature, reachOf(feature, graph)]));
  const touched = new Set<string>();
  for (const file of served) {
    const isOfFeatures = file.startsWith(`${FEATURES}/`) || file.startsWith("packages/");
    const concerned = isOfFeatures ? features.filter((feature) => reach.get(feature)?.has(file)) : [];
    if (concerned.length === 0) return undefined;
    for (const feature of concerned) touched.add(feature);
  }
  return touched.size === features.length ? undefined : [...touched].sort();
};
