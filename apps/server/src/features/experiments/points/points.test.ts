import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeChunks, toChunks } from "./chunk.rules.ts";
import { bucketPoints, toBuckets, toCurve } from "./curve.rules.ts";
import { decodePoints, encodePoints } from "./point-codec.ts";
import { type Points, sortPoints } from "./points.ts";
import { decodeSummaries, joinSummaries, type Summary, summarise } from "./summary.ts";

const value = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
);
const point = fc.record({ step: fc.maxSafeNat(), value, time: fc.nat({ max: 253_402_300_799_999 }) });
const somePoints = (maxLength: number) =>
  fc.array(point, { minLength: 1, maxLength }).map(
    (all): Points => ({
      steps: Float64Array.from(all, ({ step }) => step),
      values: Float64Array.from(all, (each) => each.value),
      times: Float64Array.from(all, ({ time }) => time),
    }),
  );
const rowsOf = ({ steps, values, times }: Points) => [...steps].map((step, at) => [step, values[at], times[at]]);
const all = { fromStep: 0, toStep: Number.MAX_SAFE_INTEGER };

/** A long curve of small noise with one spike, one NaN and one infinity at known places. */
const spiked = (length: number, { spikeAt, nanAt, infinityAt }: Record<string, number>): Points => {
  const values = Float64Array.from({ length }, (_, at) => Math.sin(at / 50));
  values[spikeAt ?? 0] = 1e6;
  values[nanAt ?? 1] = Number.NaN;
  values[infinityAt ?? 2] = Number.NEGATIVE_INFINITY;
  return {
    steps: Float64Array.from({ length }, (_, at) => at * 3),
    values,
    times: Float64Array.from({ length }, (_, at) => 1_700_000_000_000 + at),
  };
};

describe("the packed form of points", () => {
  it("returns exactly the points that were packed, with NaN and infinities", () => {
    fc.assert(
      fc.property(somePoints(40), (points) => {
        const sorted = sortPoints(points);
        expect(rowsOf(decodePoints(encodePoints(sorted)))).toEqual(rowsOf(sorted));
      }),
    );
  });

  it("takes about eleven bytes for a point of a usual curve", () => {
    const points = spiked(4_096, { spikeAt: 5, nanAt: 6, infinityAt: 7 });
    expect(encodePoints(points).length / 4_096).toBeLessThan(11);
  });

  it("is refused in an unknown version and when it is cut", () => {
    const packed = encodePoints(spiked(10, {}));
    expect(() => decodePoints(Buffer.from([9, ...packed.subarray(1)]))).toThrow("unknown version");
    expect(() => decodePoints(packed.subarray(0, 8))).toThrow();
  });
});

describe("points of a batch in any order", () => {
  it("are sorted by step, and those of one step stay in the order of their arrival", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat()), { minLength: 1 }), (pairs) => {
        const sorted = sortPoints({
          steps: Float64Array.from(pairs, ([step]) => step),
          values: Float64Array.from(pairs, (_, at) => at),
          times: Float64Array.from(pairs, ([, time]) => time),
        });
        const places = [...sorted.values];
        const expected = pairs.map(([step], at) => ({ step, at })).sort((a, b) => a.step - b.step || a.at - b.at);
        expect(places).toEqual(expected.map(({ at }) => at));
      }),
    );
  });
});

const checkKept = (buckets: readonly Summary[], points: Points): void => {
  const whole = summarise(points);
  const joined = buckets.reduce(joinSummaries);
  expect({ ...joined, sum: 0 }).toEqual({ ...whole, sum: 0 });
};

describe("a down-sampled curve", () => {
  it("keeps every extreme, every NaN and every infinity, whatever the number of buckets", () => {
    fc.assert(
      fc.property(somePoints(60), fc.integer({ min: 1, max: 70 }), (points, max) => {
        const sorted = sortPoints(points);
        const buckets = bucketPoints(sorted, all, max);
        expect(buckets.length).toBeLessThanOrEqual(max);
        checkKept(buckets, sorted);
        for (const [at, step] of sorted.steps.entries()) {
          const each = sorted.values[at] ?? 0;
          const around = buckets.filter(({ firstStep, lastStep }) => firstStep <= step && step <= lastStep);
          if (Number.isFinite(each)) expect(around.some(({ min, max: top }) => min <= each && each <= top)).toBe(true);
          else if (Number.isNaN(each)) expect(around.some(({ nan }) => nan > 0)).toBe(true);
          else expect(around.some(({ infinite }) => infinite > 0)).toBe(true);
        }
      }),
    );
  });

  it("never hides a single spike of a long curve, from points, from summaries or from chunks", () => {
    const at = fc.nat({ max: 19_999 });
    fc.assert(
      fc.property(at, at, at, fc.integer({ min: 3, max: 600 }), (spikeAt, nanAt, infinityAt, max) => {
        fc.pre(new Set([spikeAt, nanAt, infinityAt]).size === 3);
        const points = spiked(20_000, { spikeAt, nanAt, infinityAt });
        const chunks = toChunks(points);
        const ways = [
          bucketPoints(points, all, max),
          chunks.flatMap(({ summaries, summary }) => (summaries ? decodeSummaries(summaries) : [summary])),
          chunks.map(({ summary }) => summary),
        ];
        for (const way of ways) {
          const buckets = toBuckets(way, max);
          checkKept(buckets, points);
          const spike = buckets.find(({ max: top }) => top === 1e6);
          expect(spike && spike.firstStep <= spikeAt * 3 && spikeAt * 3 <= spike.lastStep).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("shows what is not finite by words that JSON has", () => {
    const points = spiked(3, { spikeAt: 0, nanAt: 1, infinityAt: 2 });
    const curve = toCurve("run", bucketPoints(points, { fromStep: 0, toStep: 10 }, 10));
    expect(curve).toMatchObject({ last: [1e6, "NaN", "-Infinity"], min: [1e6, null, null], mean: [1e6, null, null] });
    expect(curve).toMatchObject({ nan: [0, 1, 0], infinite: [0, 0, 1], points: 3, from: [0, 3, 6], to: [0, 3, 6] });
  });
});

describe("small chunks", () => {
  it("hold the same points after they were merged, in order", () => {
    fc.assert(
      fc.property(fc.array(somePoints(30), { minLength: 2, maxLength: 16 }), (parts) => {
        const sorted = parts.map(sortPoints);
        const merged = mergeChunks(sorted).flatMap(({ payload }) => rowsOf(decodePoints(payload)));
        const expected = sorted
          .flatMap((part, arrival) => rowsOf(part).map((row, at) => ({ row, arrival, at })))
          .sort((a, b) => Number(a.row[0]) - Number(b.row[0]) || a.arrival - b.arrival || a.at - b.at)
          .map(({ row }) => row);
        expect(merged).toEqual(expected);
      }),
    );
  });

  it("are cut so that no chunk has more than twice the full size, and all but the last are full", () => {
    for (const length of [1, 15, 16, 256, 4_095, 4_096, 8_191, 8_192, 50_000]) {
      const chunks = toChunks(spiked(Math.max(3, length), {}));
      const sizes = chunks.map(({ summary }) => summary.points);
      expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(Math.max(3, length));
      expect(Math.max(...sizes)).toBeLessThan(8_192);
      expect(sizes.slice(0, -1).every((size) => size === 4_096)).toBe(true);
      expect(chunks.length).toBeLessThanOrEqual(16);
    }
  });
});
