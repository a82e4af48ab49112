import { contract } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { fuzzedFeatures } from "./fuzzed-features.ts";
import { readImportGraph } from "./import-closure.ts";

const graph = readImportGraph();
const fuzzed = (...changed: string[]): string[] | undefined => fuzzedFeatures(Object.keys(contract), changed, graph);

describe("the features that fuzzing asks", () => {
  it("are those whose handlers a change can reach", () => {
    const features = fuzzed("apps/server/src/features/dimensions/dimensions.routes.ts");
    expect(features).toEqual(["dimensions"]);
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

  it("leave documents and tests out of account", () => {
    expect(fuzzed("docs/ci.md", "apps/server/src/features/dimensions/dimensions.routes.ts")).toEqual(["dimensions"]);
  });
});
