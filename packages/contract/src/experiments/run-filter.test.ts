import { describe, expect, it } from "vitest";
import { findRunFilterFault, parseRunFilter } from "./run-filter.ts";

const faultOf = (filter: string): [string, number] => {
  const fault = findRunFilterFault(filter);
  return [fault?.message ?? "", fault?.at ?? -1];
};

describe("the filter of runs", () => {
  it("reads comparisons of metrics, parameters, tags and attributes", () => {
    const filter = `metrics.loss < 1 and params."model class" = 'it''s' AND tags.t != 'b' and status = 'Finished'`;
    expect(parseRunFilter(filter)).toEqual([
      { about: "metric", key: "loss", comparator: "<", value: 1 },
      { about: "param", key: "model class", comparator: "=", text: "it's" },
      { about: "tag", key: "t", comparator: "!=", text: "b" },
      { about: "attribute", key: "status", comparator: "=", text: "Finished" },
    ]);
    expect(parseRunFilter("  ")).toEqual([]);
  });

  it("compares parameters with numbers and texts, and knows what is not finite", () => {
    expect(parseRunFilter("params.lr >= 3e-4 and metrics.system/gpu.0 = -inf and metrics.loss = NaN")).toEqual([
      { about: "param", key: "lr", comparator: ">=", value: 3e-4 },
      { about: "metric", key: "system/gpu.0", comparator: "=", value: Number.NEGATIVE_INFINITY },
      { about: "metric", key: "loss", comparator: "=", value: Number.NaN },
    ]);
  });

  it("says what it expected and where", () => {
    expect(faultOf("metrics.loss")).toEqual(["a comparison such as = or < is expected here", 12]);
    expect(faultOf("metrics.loss < 'a'")).toEqual(["a number is expected here", 15]);
    expect(faultOf("params.a = '1' or params.b = '2'")).toEqual(["and is expected here", 15]);
    expect(faultOf("loss < 1")[1]).toBe(7);
    expect(faultOf("name < 'a'")).toEqual(["texts are compared with =, !=, like or ilike", 7]);
    expect(faultOf("metrics.a ~ 1")).toEqual(["this character is not expected here", 10]);
    expect(faultOf(Array.from({ length: 11 }, () => "metrics.a = 1").join(" and "))[0]).toContain("at most 10");
  });
});
