import { describe, expect, it } from "vitest";
import { armFaults, bodyOf, EMPTY_DRAFT, type ExperimentDraft, withArm } from "./create/experiment-draft.ts";
import { conditionsOf, diffConditions, formatDifference, formatMean } from "./data-experiments.rules.ts";
import { placeOnScale } from "./page/interval-scale.ts";
import { anArm, anArmRun } from "./testing/a-data-experiment.ts";

const query = (where: string, q = "") => ({ filters: [], where, q });

describe("the filters of two arms", () => {
  it("are compared condition by condition, whatever their order", () => {
    expect(diffConditions(query("a > 1 and b = 'x'"), query("b = 'x' and c < 2"))).toEqual({
      both: ["b = 'x'"],
      onlyBase: ["a > 1"],
      onlyArm: ["c < 2"],
    });
  });

  it("keep alternatives together, and show words and what cannot be read", () => {
    expect(
      conditionsOf({ filters: [{ field: "a", op: "gt", value: 1 }], where: "b = 1 or c = 2", q: " fox " }),
    ).toEqual(["a > 1", "b = 1 OR c = 2", "“fox”"]);
    expect(conditionsOf(query("a >"))).toEqual(["a >"]);
    expect(conditionsOf(query(""))).toEqual([]);
  });
});

describe("the numbers of an arm", () => {
  it("are a mean with half the width of its interval, if there is one", () => {
    expect(formatMean({ mean: 102, low: 99.5, high: 104.5 })).toBe("102 ± 2.5");
    expect(formatMean({ mean: 102, low: null, high: null })).toBe("102");
    expect(formatMean({ mean: null, low: null, high: null })).toBeUndefined();
  });

  it("are a signed difference with its interval", () => {
    expect(formatDifference({ difference: -11, low: -13.2, high: 1.5 }, "to")).toBe("−11 (−13.2 to +1.5)");
    expect(formatDifference({ difference: null, low: null, high: null }, "to")).toBeUndefined();
  });
});

describe("the scale of the arms", () => {
  const none = { runs: 0, mean: null, deviation: null, low: null, high: null };

  it("holds all runs that count and all intervals", () => {
    const scale = placeOnScale([
      anArm(1, {
        runs: [anArmRun(11, 10), anArmRun(12, 20)],
        result: { ...none, runs: 2, mean: 15, low: 0, high: 100 },
      }),
      anArm(2, { runs: [anArmRun(21, 5, { counting: "stopped" })], result: none }),
    ]);
    expect([scale?.low, scale?.high]).toEqual([-4, 104]);
    expect(scale?.rows[0]?.interval?.width).toBeCloseTo(100 / 1.08, 9);
    expect(scale?.rows[0]?.ticks).toHaveLength(2);
    expect(scale?.rows[1]).toMatchObject({ mean: undefined, interval: undefined, ticks: [] });
  });

  it("is none without runs, and has one value in the middle", () => {
    expect(placeOnScale([anArm(1)])).toBeUndefined();
    const scale = placeOnScale([anArm(1, { runs: [anArmRun(11, 0)], result: { ...none, runs: 1, mean: 0 } })]);
    expect(scale?.rows[0]?.mean).toBe(50);
  });
});

describe("a question that is being written", () => {
  const [one, other] = EMPTY_DRAFT.arms;
  const draft: ExperimentDraft = {
    ...EMPTY_DRAFT,
    question: " which? ",
    metric: "fvd",
    arms: [
      { ...one, key: 1, name: "a", kind: "package", packageId: "p1", datasetId: undefined, viewId: undefined },
      { ...other, key: 2, name: " b ", kind: "view", packageId: undefined, datasetId: "d", viewId: "v1" },
    ],
  };

  it("becomes a request when nothing is missing", () => {
    expect(bodyOf(draft)).toMatchObject({
      question: "which?",
      arms: [
        { name: "a", source: { kind: "package", id: "p1" } },
        { name: "b", source: { kind: "view", id: "v1" } },
      ],
    });
    expect(bodyOf(EMPTY_DRAFT)).toBeUndefined();
    expect(bodyOf({ ...draft, metric: undefined })).toBeUndefined();
    expect(bodyOf(withArm(draft))).toBeUndefined();
  });

  it("adds an arm like the one before it", () => {
    expect(withArm(draft).arms[2]).toMatchObject({ key: 3, name: "", kind: "view", datasetId: "d", viewId: undefined });
  });

  it("names what is wrong with an arm", () => {
    const [first, second] = draft.arms;
    if (!(first && second)) throw new Error("the draft has two arms");
    expect(armFaults(first, draft.arms)).toEqual({ name: undefined, source: undefined });
    const same = { ...second, name: "a", kind: "package" as const, packageId: "p1" };
    expect(armFaults(same, [first, same])).toEqual({ name: "sameName", source: "sameSource" });
    expect(armFaults({ ...second, name: " ", viewId: undefined }, draft.arms)).toEqual({
      name: "name",
      source: "source",
    });
  });
});
