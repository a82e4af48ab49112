import { isTest, readText } from "../repository.ts";
import { matchesAny } from "./file-patterns.ts";
import type { ImportGraph } from "./import-closure.ts";
import { SCHEMA, type SchemaReach } from "./schema-reach.ts";

const FEATURES = "apps/server/src/features";
const CONTRACT = "packages/contract/src";

/** The code of each feature, by its name in the contract: what its handlers and its routes import. */
const reachesOf = (features: readonly string[], graph: ImportGraph): Map<string, ReadonlySet<string>> => {
  const served = graph.files
    .filter((file) => matchesAny(file, [`${FEATURES}/**/*.routes.ts`, `${FEATURES}/*/index.ts`]))
    .map((file) => ({ file, text: readText(file) }));
  return new Map(
    features.map((feature) => {
      const handlers = served.filter(({ text }) => text.includes(`export const ${feature}Handlers `));
      const entries = [...handlers.map(({ file }) => file), `${CONTRACT}/index.ts#${feature}Routes`];
      return [feature, graph.closureOf(entries)];
    }),
  );
};

/** Types, and modules that only pass on what others export. */
const WITHOUT_EFFECT = [`${CONTRACT}/{index,contract}.ts`, "apps/server/src/platform/db/database.types.ts"];

/**
 * The features whose replies a change may affect, so that fuzzing focuses on them. Undefined when it may be any of them: the
 * HTTP layer, the database client, or a file that no feature's routes import.
 */
export const fuzzedFeatures = (
  features: readonly string[],
  changed: readonly string[],
  graph: ImportGraph,
  { concerns }: SchemaReach,
): string[] | undefined => {
  const served = changed.filter(
    (file) => /^(apps\/server|packages)\//.test(file) && !isTest(file) && !matchesAny(file, WITHOUT_EFFECT),
  );
  if (served.length === 0) return undefined;
  const reach = reachesOf(features, graph);
  const touched = new Set<string>();
  for (const file of served) {
    const isOfFeatures = file.startsWith(`${FEATURES}/`) || file.startsWith("packages/");
    const isOfSchema = matchesAny(file, [SCHEMA]);
    const concerned = [...reach].flatMap(([feature, files]) => {
      const isConcerned = isOfSchema ? concerns(file, files) : isOfFeatures && files.has(file);
      return isConcerned ? [feature] : [];
    });
    if (concerned.length === 0) return undefined;
    for (const feature of concerned) touched.add(feature);
  }
  return touched.size === features.length ? undefined : [...touched].sort();
};
