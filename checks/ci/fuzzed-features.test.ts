import { contract } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { fuzzedFeatures } from "./fuzzed-features.ts";
import { readImportGraph } from "./import-closure.ts";
import { readSchemaReach } from "./schema-reach.ts";

const graph = readImportGraph();
const schema = readSchemaReach(graph.files);
const fuzzed = (...changed: string[]): string[] | undefined =>
  fuzzedFeatures(Object.keys(contract), changed, graph, schema);

describe("the features that fuzzing asks", () => {
  it("are those whose handlers a change can reach", () => {
    const features = fuzzed("apps/server/src/features/dimensions/dimensions.routes.ts");
    expect(features).toEqual(["dimensions"]);
  });

  it("are those whose handlers lie in the folder of another feature", () => {
    expect(fuzzed("apps/server/src/features/experiments/reports/reports.routes.ts")).toEqual(["experimentReports"]);
  });

  it("are those whose schemas a change can reach", () => {
    expect(fuzzed("packages/contract/src/dimensions/routes.ts")).toEqual(["dimensions"]);
  });

  it("are all of them when the edge or the database changed", () => {
    expect(fuzzed("apps/server/src/http/security/admit.ts")).toBeUndefined();
    expect(fuzzed("apps/server/db/migrations/2099-01-01T0000-anything.sql")).toBeUndefined();
  });

  it("are all of them when no feature's routes need the changed file", () => {
    expect(fuzzed("apps/server/src/features/generation/execution/submit-and-poll.ts")).toBeUndefined();
  });

  it("are those whose code uses the tables of a migration", () => {
    const features = fuzzed(
      "apps/server/db/migrations/2026-11-18T0560-experiment-reports.sql",
      "apps/server/src/platform/db/database.types.ts",
      "packages/contract/src/index.ts",
    );
    expect(features).toContain("experimentReports");
    expect(features).not.toContain("credits");
  });

  it("leave documents and tests out of account", () => {
    expect(fuzzed("docs/ci.md", "apps/server/src/features/dimensions/dimensions.routes.ts")).toEqual(["dimensions"]);
  });
});
