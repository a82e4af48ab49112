import { compareLabels, type LabelField, type LabelValue, type ReportCoefficient } from "@dailies/contract";
import { cohenKappa } from "@dailies/statistics/agreement/cohen-kappa";
import { rowsOfAnswers } from "@dailies/statistics/board/agreement-rows";
import { alphaByDistances, alphaOf, type Distances, type ResampleOptions } from "@dailies/statistics/math/alpha";
import type { FieldComparisons } from "./collect-comparisons.ts";
import { roundFigure } from "./label-report.rules.ts";

/** With more different lists, a table of their distances would be too large. */
const MAX_DISTINCT_LISTS = 300;
const ABSENT: ReportCoefficient = { state: "absent" };

interface Figures {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const toCoefficient = (figures: Figures | null): ReportCoefficient => {
  const { value = null, low = null, high = null } = figures ?? {};
  if (value === null) return { state: "undefined" };
  return {
    state: "measured",
    value: roundFigure(value),
    low: roundFigure(low ?? value),
    high: roundFigure(high ?? value),
  };
};

/** Answers about items: the number of the item and the value, or its code. */
export interface Answers {
  readonly item: readonly number[];
  readonly value: readonly number[];
}

/** Jaccard distances between all lists that were given; undefined when they are too many. */
const listDistances = (field: LabelField, lists: readonly LabelValue[]): Distances | undefined => {
  const size = lists.length;
  if (size > MAX_DISTINCT_LISTS) return undefined;
  const values = new Float64Array(size * size);
  for (const [row, one] of lists.entries()) {
    for (const [column, other] of lists.entries()) values[row * size + column] = 1 - compareLabels(field, one, other);
  }
  return { size, values };
};

const pickDistances = ({ size, values }: Distances, codes: Float64Array): Distances => ({
  size: codes.length,
  values: Float64Array.from([...codes].flatMap((row) => [...codes].map((column) => values[row * size + column] ?? 0))),
});

/** Krippendorff's alpha of answers to one field, by its measure. */
export const openAlpha = (
  { field, measure, coded }: FieldComparisons,
  options: ResampleOptions,
): ((answers: Answers) => ReportCoefficient) => {
  const distances = measure === "set" ? listDistances(field, coded) : undefined;
  return ({ item, value }) => {
    if (measure === "segments" || measure === "text" || measure === "entries") return ABSENT;
    const rows = rowsOfAnswers(Int32Array.from(item), Float64Array.from(value));
    if (measure !== "set") return toCoefficient(alphaOf([rows], measure, options));
    if (!distances) return ABSENT;
    return toCoefficient(alphaByDistances(rows, pickDistances(distances, rows.distinct), options));
  };
};

/** Cohen's kappa of two people who chose, both of them for each item. */
export const kappaOfPair = (
  { measure, coded }: FieldComparisons,
  { one, other }: { readonly one: readonly number[]; readonly other: readonly number[] },
  options: ResampleOptions,
): ReportCoefficient => {
  if (measure !== "nominal") return ABSENT;
  const answers = { one: Int32Array.from(one), other: Int32Array.from(other), categories: coded.length };
  return toCoefficient(cohenKappa(answers, options));
};
