import type { LabelSegment, LabelValue, LabelValues } from "./label-values.ts";
import type { LabelField, LabelInput } from "./template-schemas.ts";
import { textSimilarity } from "./text-similarity.ts";

/**
 * How two values of a field are compared. Nominal: equal or not. Ordinal: ratings on a bounded scale of whole numbers.
 * Interval: other numbers. Set: Jaccard similarity of lists. Entries: share of keys with the same value. Segments: F1 score.
 * Text: character n-gram F-score.
 */
export const LABEL_MEASURES = ["nominal", "ordinal", "interval", "set", "entries", "segments", "text"] as const;
export type LabelMeasure = (typeof LABEL_MEASURES)[number];

export const labelMeasureOf = (input: LabelInput): LabelMeasure => {
  if (input.kind === "caption") return "text";
  if (input.kind === "segments") return "segments";
  if (input.kind === "pairwise") return "nominal";
  const { field } = input;
  switch (field.type) {
    case "boolean":
      return "nominal";
    case "text":
      return field.options === undefined ? "text" : "nominal";
    case "number":
      return field.is_integer && field.min !== undefined && field.max !== undefined ? "ordinal" : "interval";
    case "list":
      return field.options !== undefined && field.max_items === 1 ? "nominal" : "set";
    case "key_value":
      return "entries";
  }
};

const COMPARED_BY_DEGREE: readonly LabelMeasure[] = ["text", "segments"];

/** Percent. Texts and segments of two people are hardly ever the same, so that only clear differences are adjudicated. */
export const usualAdjudicateBelow = (fields: readonly Pick<LabelField, "input">[]): number =>
  fields.some(({ input }) => COMPARED_BY_DEGREE.includes(labelMeasureOf(input))) ? 80 : 100;

/** Two segments are matched from this intersection over union on. */
export const SEGMENT_IOU = 0.5;

const overlapOverUnion = (a: LabelSegment, b: LabelSegment): number => {
  const shared = Math.min(a.end_us, b.end_us) - Math.max(a.start_us, b.start_us);
  if (shared <= 0) return 0;
  return shared / (a.end_us - a.start_us + (b.end_us - b.start_us) - shared);
};

/** For each segment, the segments of the other label that it may be matched with, best first. */
const candidatesOf = (ours: readonly LabelSegment[], theirs: readonly LabelSegment[]): number[][] =>
  ours.map((one) =>
    theirs
      .map((other, at) => ({ at, iou: one.class === other.class ? overlapOverUnion(one, other) : 0 }))
      .filter(({ iou }) => iou >= SEGMENT_IOU)
      .sort((a, b) => b.iou - a.iou)
      .map(({ at }) => at),
  );

/** The size of a maximum one-to-one matching (augmenting paths), so that no order of the segments matters. */
const countMatches = (candidates: readonly (readonly number[])[]): number => {
  const matchOf = new Map<number, number>();
  const match = (one: number, tried: Set<number>): boolean => {
    for (const other of candidates[one] ?? []) {
      if (tried.has(other)) continue;
      tried.add(other);
      const before = matchOf.get(other);
      if (before === undefined || match(before, tried)) {
        matchOf.set(other, one);
        return true;
      }
    }
    return false;
  };
  return candidates.filter((_, one) => match(one, new Set())).length;
};

/** Segments of the same class are matched one to one at an IoU of 0.5; two empty lists agree. */
export const segmentF1 = (ours: readonly LabelSegment[], theirs: readonly LabelSegment[]): number => {
  if (ours.length + theirs.length === 0) return 1;
  return (2 * countMatches(candidatesOf(ours, theirs))) / (ours.length + theirs.length);
};

const countValues = (values: readonly unknown[]): Map<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Jaccard similarity; an item that is listed twice counts twice. */
const jaccard = (ours: readonly unknown[], theirs: readonly unknown[]): number => {
  const [one, other] = [countValues(ours), countValues(theirs)];
  let [shared, all] = [0, 0];
  for (const value of new Set([...one.keys(), ...other.keys()])) {
    const [times, otherTimes] = [one.get(value) ?? 0, other.get(value) ?? 0];
    shared += Math.min(times, otherTimes);
    all += Math.max(times, otherTimes);
  }
  return all === 0 ? 1 : shared / all;
};

const compareEntries = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const same = [...keys].filter((key) => Object.hasOwn(a, key) && Object.hasOwn(b, key) && a[key] === b[key]);
  return keys.size === 0 ? 1 : same.length / keys.size;
};

/** The distance on the scale of the field, or relative to the numbers if the field has no bounds. */
const compareNumbers = (input: LabelInput, a: number, b: number): number => {
  if (a === b) return 1;
  const { min, max } = input.kind === "field" && input.field.type === "number" ? input.field : {};
  const range = min !== undefined && max !== undefined ? max - min : Math.abs(a) + Math.abs(b);
  return Math.min(1, Math.max(0, 1 - Math.abs(a - b) / range));
};

const asList = (value: LabelValue): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How similar two values of one field are, from 0 to 1. Symmetric. A missing value differs from every value. */
export const compareLabels = ({ input }: LabelField, a: LabelValue | null, b: LabelValue | null): number => {
  if (a === null || b === null) return a === b ? 1 : 0;
  switch (labelMeasureOf(input)) {
    case "ordinal":
    case "interval":
      return typeof a === "number" && typeof b === "number" ? compareNumbers(input, a, b) : 0;
    case "text":
      return textSimilarity(String(a), String(b));
    case "segments":
      return segmentF1(asList(a) as readonly LabelSegment[], asList(b) as readonly LabelSegment[]);
    case "entries":
      return typeof a === "object" && typeof b === "object"
        ? compareEntries(a as Record<string, unknown>, b as Record<string, unknown>)
        : 0;
    // A single choice may be a list of one item.
    case "nominal":
      return Array.isArray(a) ? jaccard(a, asList(b)) : Number(a === b);
    case "set":
      return jaccard(asList(a), asList(b));
  }
};

/** Never an inherited property: `toString` is a valid key. */
const ownValue = (values: LabelValues, key: string): LabelValue | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/**
 * Agreement of the labels of one item, from 0 to 1: the mean over fields and pairs of labels. A field that both of a pair
 * left empty, or did not see, is not counted. 1 when there is nothing to compare.
 */
export const itemAgreement = (fields: readonly LabelField[], labels: readonly LabelValues[]): number => {
  let [total, compared] = [0, 0];
  for (const field of fields) {
    for (const [at, one] of labels.entries()) {
      for (const other of labels.slice(at + 1)) {
        const [a, b] = [ownValue(one, field.key), ownValue(other, field.key)];
        if (a === null && b === null) continue;
        total += compareLabels(field, a, b);
        compared += 1;
      }
    }
  }
  return compared === 0 ? 1 : total / compared;
};
