import { type LabelField, type LabelValues, labelFields } from "@dailies/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { majorityAnswers, rawAnswers } from "./answer-readers.ts";
import { type LabelCell, type LabelTable, labelTable } from "./label-tables.ts";
import { openLabelWriter } from "./label-writers.ts";
import type { ExportedLabelRow } from "./labels-at.store.ts";
import { agreementOf, decideMajority } from "./majority.rules.ts";
import type { LabelledItem } from "./read-labels.ts";

const FIELDS: LabelField[] = labelFields.parse([
  { key: "toString", name: "T", is_required: false, input: { kind: "field", field: { type: "text" } } },
  {
    key: "stars",
    name: "S",
    is_required: false,
    input: { kind: "field", field: { type: "number", is_integer: true } },
  },
  { key: "item", name: "I", is_required: false, input: { kind: "field", field: { type: "boolean" } } },
  { key: "tags", name: "G", is_required: false, input: { kind: "field", field: { type: "list" } } },
  { key: "caption", name: "C", is_required: false, input: { kind: "caption" } },
  { key: "acts", name: "A", is_required: false, input: { kind: "segments", classes: ["run"] } },
]);

const KINDS = ["text", "number", "boolean", "list", "caption", "segments"];

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const aSegment = fc.record({
  start_us: fc.integer({ min: 0, max: 9 }),
  end_us: fc.integer({ min: 10, max: 20 }),
  class: fc.constant("run"),
  start_frame: fc.constant(null),
  end_frame: fc.constant(null),
});
const someValues: fc.Arbitrary<LabelValues> = fc
  .record({
    toString: optional(fc.constantFrom("a", "b", 'say "so",\n')),
    stars: optional(fc.integer({ min: 1, max: 3 })),
    item: optional(fc.boolean()),
    tags: optional(fc.array(fc.constantFrom("x", "y"), { minLength: 1, maxLength: 2 })),
    caption: optional(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 })),
    acts: optional(fc.array(aSegment, { maxLength: 2 })),
  })
  .map(
    (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as LabelValues,
  );

const label = (seq: number, person: string, values: LabelValues): ExportedLabelRow => ({
  seq,
  user_id: person,
  item_key: `key-${seq}`,
  ordinal: seq - 1,
  other_key: null,
  other_ordinal: null,
  is_swapped: false,
  media_type: "video/mp4",
  duration_us: 2_000_000,
  fps: 24,
  person,
  revision: 1,
  label_values: values,
  edited: Object.hasOwn(values, "caption") ? { caption: true } : {},
  prefill_model: Object.hasOwn(values, "caption") ? { name: "Captioner", version: "v7" } : null,
  template_version: 1,
  guidelines_version: 2,
  duration_ms: 1_500,
  created_at: new Date("2026-01-01T00:00:00Z"),
  is_undone: false,
});
const itemOf = (seq: number, labels: readonly LabelValues[]): LabelledItem => ({
  seq,
  itemKey: `key-${seq}`,
  ordinal: seq - 1,
  other: null,
  mediaType: "video/mp4",
  fps: 24,
  durationUs: 2_000_000,
  labels: labels.map((values, at) => label(seq, `person-${at}`, values)),
});
const someItems = fc
  .array(fc.array(someValues, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((items) => items.map((labels, at) => itemOf(at + 1, labels)));

type Row = Record<string, LabelCell>;
const INPUT = { taskId: "t", datasetId: "d", datasetVersion: 3, fields: FIELDS } as const;
const rowsOf = ({ columns, rowsOf: of }: LabelTable, items: Parameters<LabelTable["rowsOf"]>[0][]): Row[] =>
  items.flatMap(of).map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])));

/** The names of the columns that a field has, by those of its long row. */
const PER_FIELD = { raw: ["value", "is_edited"], majority: ["value", "count", "n", "is_tie"] } as const;

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const toWide = (long: readonly Row[], perField: readonly string[]): Row[] => {
  const groups = Map.groupBy(long, ({ item, person }) => JSON.stringify([item, person]));
  return [...groups.values()].map((lines) => {
    const shared = without(lines[0] ?? {}, ["field", "kind", ...perField]);
    const cells = FIELDS.flatMap(({ key }) => {
      const line = lines.find(({ field }) => field === key);
      return perField.map((name) => [`${name}.${key}`, line?.[name] ?? null]);
    });
    return { ...shared, ...Object.fromEntries(cells) };
  });
};

const toLong = (wide: readonly Row[], perField: readonly string[], has: string): Row[] =>
  wide.flatMap((row) => {
    const names = FIELDS.flatMap(({ key }) => perField.map((name) => `${name}.${key}`));
    const shared = without(row, names);
    const filled = FIELDS.filter(({ key }) => row[`${has}.${key}`] !== null);
    const lineOf = (field: LabelField | undefined): Row => ({
      ...shared,
      field: field?.key ?? null,
      kind: field ? (KINDS[FIELDS.indexOf(field)] ?? null) : null,
      ...Object.fromEntries(perField.map((name) => [name, field ? (row[`${name}.${field.key}`] ?? null) : null])),
    });
    return filled.length === 0 ? [lineOf(undefined)] : filled.map(lineOf);
  });

describe("long and wide rows of labels", () => {
  it.each(["raw", "majority"] as const)("rebuild each other for %s answers", (answers) => {
    fc.assert(
      fc.property(someItems, (items) => {
        const answered = items.map((item) => (answers === "raw" ? rawAnswers(item) : majorityAnswers(item, FIELDS)));
        const long = rowsOf(labelTable({ ...INPUT, answers, shape: "long" }), answered);
        const wide = rowsOf(labelTable({ ...INPUT, answers, shape: "wide" }), answered);
        const perField = PER_FIELD[answers];
        expect(toWide(long, perField)).toEqual(wide);
        expect(toLong(wide, perField, answers === "raw" ? "value" : "n")).toEqual(long);
      }),
    );
  });

  it("are the same bytes however the items are cut into batches", () => {
    fc.assert(
      fc.property(someItems, fc.constantFrom("csv", "jsonl", "label_studio", "parquet"), (items, format) => {
        const answered = items.map(rawAnswers);
        const write = (batches: (typeof answered)[]): string => {
          const writer = openLabelWriter({ ...INPUT, answers: "raw", shape: "long", format });
          return Buffer.concat([
            writer.begin(),
            ...batches.map((batch) => writer.write(batch).bytes),
            writer.end().bytes,
          ]).toString("base64");
        };
        expect(write(answered.map((item) => [item]))).toBe(write([answered]));
      }),
      { numRuns: 40 },
    );
  });
});

describe("the rows of pairs of clips", () => {
  const fields = labelFields.parse([
    { key: "better", name: "Better", input: { kind: "pairwise" } },
    { key: "note", name: "Note", is_required: false, input: { kind: "caption" } },
  ]);
  const other = { key: "key-7", ordinal: 6 };
  const told = (person: string, better: string, is_swapped: boolean) => ({
    ...label(1, person, { better, note: "n" }),
    other_key: other.key,
    other_ordinal: other.ordinal,
    is_swapped,
  });
  const item = {
    ...itemOf(1, []),
    other,
    labels: [told("ada", "A", true), told("ben", "B", true), told("cem", "tie", false)],
  };
  const input = { ...INPUT, fields };

  it("name the chosen clip and the one that the person saw on the left", () => {
    const long = rowsOf(labelTable({ ...input, answers: "raw", shape: "long" }), [rawAnswers(item)]);
    const better = long.filter(({ field }) => field === "better");
    expect(better.map(({ person, value, chosen_key, left_key }) => [person, value, chosen_key, left_key])).toEqual([
      ["ada", "A", "key-1", "key-7"],
      ["ben", "B", "key-7", "key-7"],
      ["cem", "tie", null, "key-1"],
    ]);
    expect(better[0]).toMatchObject({ item_key: "key-1", other_key: "key-7", other_ordinal: 6, kind: "pairwise" });
    const wide = rowsOf(labelTable({ ...input, answers: "raw", shape: "wide" }), [rawAnswers(item)]);
    expect(wide.map((row) => [row["value.better"], row["chosen_key.better"], row.left_key])).toEqual([
      ["A", "key-1", "key-7"],
      ["B", "key-7", "key-7"],
      ["tie", null, "key-1"],
    ]);
  });

  it("have a majority, which no side decides", () => {
    const two = { ...item, labels: [told("ada", "B", true), told("ben", "B", false), told("cem", "A", true)] };
    const [row] = rowsOf(labelTable({ ...input, answers: "majority", shape: "wide" }), [majorityAnswers(two, fields)]);
    expect(row).toMatchObject({ "value.better": "B", "chosen_key.better": "key-7", "count.better": 2, "n.better": 3 });
    expect(row).not.toHaveProperty("left_key");
  });
});

describe("the majority of labels", () => {
  it("is the most frequent value with its count, and nothing at a tie", () => {
    const labels: LabelValues[] = [
      { stars: 3, tags: ["x", "y"], item: true },
      { stars: 3, tags: ["y", "x"], item: false },
      { stars: 1, tags: ["x"] },
    ];
    const decided = decideMajority(FIELDS, labels);
    expect(decided.values).toEqual({ stars: 3, tags: ["x", "y"] });
    expect(decided.votes).toEqual({
      stars: { count: 2, n: 3, isTie: false },
      tags: { count: 2, n: 3, isTie: false },
      item: { count: 1, n: 2, isTie: true },
    });
    expect(agreementOf(decided)).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 2) / 3);
  });

  it("leaves captions and segments without a value, and says how many there are", () => {
    const decided = decideMajority(FIELDS, [{ caption: "a" }, { caption: "a", acts: [] }]);
    expect(decided).toEqual({
      values: {},
      votes: { caption: { count: null, n: 2, isTie: false }, acts: { count: null, n: 1, isTie: false } },
    });
    expect(agreementOf(decided)).toBeNull();
  });
});
