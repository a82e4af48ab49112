import { describe, expect, it } from "vitest";
import { formatMetric } from "../../shared/metric-value.ts";
import {
  bandPath,
  linearScale,
  linePath,
  roundTicks,
  smoothed,
  toChartBuckets,
  valueScale,
} from "./curves/curve.rules.ts";
import {
  columnOf,
  columnText,
  defaultColumns,
  differingParams,
  gpuHoursOf,
  groupRuns,
  isSilent,
  rangeOf,
} from "./experiments.rules.ts";
import { createBatchLoader } from "./list/batch-loader.ts";
import { aCurve, aRun } from "./testing/a-run.ts";

describe("the figures of runs", () => {
  it.each([
    [0, "0"],
    [0.123456789, "0.12346"],
    [12_480.5, "12481"],
    [1e-7, "1e-7"],
    [-2.5e9, "-2.5e+9"],
    ["NaN", "NaN"],
    ["-Infinity", "-∞"],
  ] as const)("the value %s is written as %s", (value, written) => {
    expect(formatMetric(value)).toBe(written);
  });

  it("GPU hours are the duration times the GPUs, up to now while a run goes on", () => {
    expect(gpuHoursOf(aRun(1), 0)).toBeCloseTo(25.6);
    expect(gpuHoursOf(aRun(1, { ended_at: null }), Date.parse("2026-03-02T07:00:00Z"))).toBeCloseTo(8);
  });

  it("a run is silent when it says that it runs and logs nothing", () => {
    const nowMs = Date.parse("2026-03-02T12:00:00Z");
    expect([isSilent(aRun(1, { status: "Running" }), nowMs), isSilent(aRun(1), nowMs)]).toEqual([true, false]);
  });
});

describe("the columns of the table", () => {
  it("are written into the address and read from it, also with colons in their names", () => {
    const column = { kind: "metric", key: "val:loss" } as const;
    expect(columnOf(columnText(column))).toEqual(column);
    expect([columnOf("tag:team"), columnOf("metric:"), columnOf("loss")]).toEqual([undefined, undefined, undefined]);
  });

  it("are at first some metrics of the model and some parameters", () => {
    const known = ["a", "b", "system/gpu", "c", "d"].map((key) => ({ kind: "metric" as const, key }));
    const params = ["p", "q"].map((key) => ({ kind: "param" as const, key }));
    expect(defaultColumns([...known, ...params]).map(columnText)).toEqual([
      "metric:a",
      "metric:b",
      "metric:c",
      "param:p",
      "param:q",
    ]);
  });

  it("mark parameters that differ, and a missing one differs too", () => {
    expect([...differingParams([{ params: { a: "1", b: "1" } }, { params: { a: "2", b: "1", c: "1" } }])]).toEqual([
      "a",
      "c",
    ]);
  });

  it("are grouped by a parameter with the range of a metric", () => {
    const groups = groupRuns([aRun(1), aRun(2), aRun(3), aRun(4, { params: {} })], "lr");
    expect(groups.map(({ value, runs }) => [value, runs.length])).toEqual([
      ["3e-4", 2],
      ["1e-4", 1],
      [undefined, 1],
    ]);
    expect(rangeOf(groups[0]?.runs ?? [], "loss")).toEqual([0.1, 0.1 * 3]);
    expect(rangeOf([aRun(1, { metrics: { loss: { value: "NaN", step: 1, at: "" } } })], "loss")).toBeUndefined();
  });
});

describe("a chart", () => {
  it("smooths from the first value on, and leaves gaps where there is no number", () => {
    expect(smoothed([1, 1, null, 1], 0.9).map((value) => value && Math.round(value * 1e6) / 1e6)).toEqual([
      1,
      1,
      null,
      1,
    ]);
    expect(smoothed([0, 10], 0.5)[1]).toBeCloseTo(6.667, 2);
  });

  it("places buckets by steps, or by the seconds since the start of the run", () => {
    const curve = aCurve(1, { isBroken: true, buckets: 100 });
    const byStep = toChartBuckets(curve, "step", 0, 0);
    expect([byStep[0]?.x, byStep[1]?.x, byStep[72]?.mean, byStep[72]?.nan]).toEqual([49, 99, null, 50]);
    const byTime = toChartBuckets(curve, "time", curve.time[0] ?? 0, 0);
    expect([byTime[0]?.x, byTime[1]?.x]).toEqual([0, 96]);
  });

  it("has round ticks, and a range even for one value", () => {
    expect(roundTicks(0, 9_700, 5)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(valueScale([5], [100, 0], false).toPixel(5)).toBeCloseTo(50);
    expect(linearScale([0, 10], [0, 100], 5).toValue(50)).toBe(5);
    const log = valueScale([0.001, 1, -3], [100, 0], true);
    expect(log.ticks).toEqual([0.001, 0.01, 0.1, 1].map((tick) => expect.closeTo(tick, 6)));
    expect(log.toPixel(0.001)).toBeGreaterThan(log.toPixel(1));
  });

  it("draws lines and bands in parts between gaps", () => {
    expect(linePath([[0, 1], [1, 2], undefined, [3, 4]])).toBe("M0.0 1.0L1.0 2.0M3.0 4.0");
    expect(bandPath([[0, 1, 2], undefined, [3, 4, 5]])).toBe("M0.0 1.0L0.0 2.0ZM3.0 4.0L3.0 5.0Z");
  });
});

describe("the loader of sparklines", () => {
  it("joins what is asked for together into one request, and tells each what became of it", async () => {
    const asked: string[][] = [];
    const load = createBatchLoader<{ id: string }>(
      async (_group, ids) => {
        asked.push([...ids]);
        return ids.filter((id) => id !== "gone").map((id) => ({ id }));
      },
      ({ id }) => id,
    );
    const answers = await Promise.allSettled([
      load("loss", "a"),
      load("loss", "b"),
      load("loss", "a"),
      load("loss", "gone"),
    ]);
    expect(asked).toEqual([["a", "b", "gone"]]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  });
});
