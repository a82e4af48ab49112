import { describe, expect, it } from "vitest";
import { rowsOfAnswers } from "../board/agreement-rows.ts";
import { alphaByDistances, alphaOf, type Distances } from "../math/alpha.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { meanAgreement } from "./mean-agreement.ts";

const options = { seed: 1, resamples: 500 };

/** Expands a table of counts: rows are the answers of one person, columns those of the other. */
const answersOf = (table: readonly (readonly number[])[]) => {
  const pairs = table.flatMap((row, one) => row.flatMap((count, other) => Array(count).fill([one, other])));
  return {
    one: Int32Array.from(pairs, ([one]) => one),
    other: Int32Array.from(pairs, ([, other]) => other),
    categories: table.length,
  };
};

describe("Cohen's kappa", () => {
  it.each([
    [
      "fifty proposals",
      [
        [20, 5],
        [10, 15],
      ],
      0.4,
    ],
    [
      "a hundred with similar margins",
      [
        [45, 15],
        [25, 15],
      ],
      0.1304,
    ],
    [
      "a hundred with different margins",
      [
        [25, 35],
        [5, 35],
      ],
      0.2593,
    ],
    [
      "three categories of Cohen 1960",
      [
        [88, 14, 18],
        [10, 40, 10],
        [2, 6, 12],
      ],
      0.4915,
    ],
  ])("gives the published value for %s", (_, table, published) => {
    const kappa = cohenKappa(answersOf(table), options);
    expect(kappa?.value).toBeCloseTo(published, 4);
    expect(kappa?.low ?? 1).toBeLessThan(published);
    expect(kappa?.high ?? 0).toBeGreaterThan(published);
  });

  it("is negative although nearly all answers agree, and undefined when all are equal", () => {
    expect(
      cohenKappa(
        answersOf([
          [90, 5],
          [5, 0],
        ]),
        options,
      )?.value,
    ).toBeCloseTo(-0.0526, 4);
    expect(
      cohenKappa(
        answersOf([
          [30, 0],
          [0, 0],
        ]),
        options,
      ),
    ).toBeNull();
  });
});

describe("the mean agreement", () => {
  it("is the percent agreement of pairs, with an interval over items", () => {
    const total = Float64Array.from({ length: 100 }, (_, item) => (item < 80 ? 1 : 0));
    const figure = meanAgreement({ total, pairs: new Float64Array(100).fill(1) }, options);
    expect(figure.value).toBe(0.8);
    // The normal approximation gives 0.72 to 0.88.
    expect(figure.low).toBeCloseTo(0.72, 1);
    expect(figure.high).toBeCloseTo(0.88, 1);
    expect(figure).toEqual(meanAgreement({ total, pairs: new Float64Array(100).fill(1) }, options));
  });

  it("counts an item with three labels as three pairs, and stays between 0 and 1", () => {
    const total = Float64Array.of(3, 1, 1, 1);
    const pairs = Float64Array.of(3, 1, 1, 1);
    expect(meanAgreement({ total, pairs }, options)).toEqual({ value: 1, low: 1, high: 1 });
    expect(meanAgreement({ total: Float64Array.of(1, 0), pairs: Float64Array.of(3, 1) }, options).value).toBe(0.25);
  });
});

describe("Krippendorff's alpha by distances", () => {
  // Krippendorff's example with four observers and twelve units; zero is a missing answer.
  const table = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
    [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
  ];
  const given = table.flatMap((answers) => [...answers.entries()].filter(([, value]) => value > 0));
  const rows = rowsOfAnswers(
    Int32Array.from(given, ([unit]) => unit),
    Float64Array.from(given, ([, value]) => value),
  );
  const distancesOf = (distance: (one: number, other: number) => number): Distances => ({
    size: rows.distinct.length,
    values: Float64Array.from(
      [...rows.distinct].flatMap((one) => [...rows.distinct].map((other) => distance(one, other))),
    ),
  });

  it.each([
    ["nominal", 0.743],
    ["ordinal", 0.815],
    ["interval", 0.849],
    ["ratio", 0.797],
  ] as const)("has the published value for single answers on a %s scale", (level, published) => {
    expect(alphaOf([rows], level, options)?.value).toBeCloseTo(published, 3);
  });

  it("equals the nominal and the interval value with their distances", () => {
    const nominal = alphaByDistances(
      rows,
      distancesOf((one, other) => Number(one !== other)),
      options,
    );
    expect(nominal?.value).toBeCloseTo(0.743, 3);
    const interval = alphaByDistances(
      rows,
      distancesOf((one, other) => (one - other) ** 2),
      options,
    );
    expect(interval?.value).toBeCloseTo(0.849, 3);
    expect(interval?.low ?? 1).toBeLessThan(0.849);
  });

  it("gives credit for lists that overlap", () => {
    // Values: {a}, {a, b}, {c}. Two units with half agreement, one with none, one equal.
    const sets = [
      [0, 1],
      [0, 1],
      [0, 2],
      [2, 2],
    ];
    const jaccard = [0, 0.5, 1, 0.5, 0, 1, 1, 1, 0];
    const units = Int32Array.from(sets.flatMap((_, unit) => [unit, unit]));
    const places = rowsOfAnswers(units, Float64Array.from(sets.flat()));
    // Observed: (0.5 + 0.5 + 1 + 0) / 4. Counts 3, 2, 3: expected = 2 (6 · 0.5 + 9 + 6) / 56.
    const alpha = alphaByDistances(places, { size: 3, values: Float64Array.from(jaccard) }, options);
    expect(alpha?.value).toBeCloseTo(1 - 0.5 / (36 / 56), 12);
    const nominal = alphaOf([places], "nominal", options);
    expect(alpha?.value ?? 0).toBeGreaterThan(nominal?.value ?? 1);
  });
});
