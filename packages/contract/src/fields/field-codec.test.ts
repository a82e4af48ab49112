import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  emptyValue,
  type FieldValueOf,
  fieldValueSchema,
  formatFieldValue,
  parseFieldValue,
  sameValue,
} from "./field-codec.ts";
import { fieldJsonSchema } from "./field-json-schema.ts";
import { scalePoints } from "./field-scale.ts";
import {
  type FieldSpec,
  fieldSpec,
  fieldValue,
  NUMBER_DISPLAYS,
  SCALAR_TYPES,
  type ScalarType,
} from "./field-types.ts";

// Otherwise it takes the inherited `toString` for a property of every object, which JSON Schema does not.
const ajv = new Ajv2020({ strict: true, ownProperties: true });

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const words = fc.string({ unit: "grapheme", maxLength: 12 });
const aNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
const aCount = optional(fc.nat(4));

// Steps that divide binary fractions exactly. For others the codec counts in decimals and ajv only approximates.
const aScale = fc
  .record({ step: fc.constantFrom(0.25, 0.5, 1), low: fc.integer({ min: -8, max: 2 }), points: fc.nat(12) })
  .chain(({ step, low, points }) =>
    fc.record({
      type: fc.constant("number"),
      min: fc.constant(low * step),
      max: fc.constant((low + points) * step),
      step: fc.constant(step),
      labels: optional(fc.constant([{ value: low * step, words: "lowest" }])),
      display: optional(fc.constantFrom(...NUMBER_DISPLAYS)),
    }),
  );

const aSpec: fc.Arbitrary<FieldSpec> = fc
  .oneof(
    fc.record({
      type: fc.constant("text"),
      min_length: aCount,
      max_length: optional(fc.integer({ min: 1, max: 8 })),
      options: optional(fc.uniqueArray(fc.constantFrom("a", "bb", "ccc", "漢字"), { minLength: 1 })),
      is_multiline: optional(fc.boolean()),
    }),
    fc.record({
      type: fc.constant("number"),
      min: optional(aNumber),
      max: optional(aNumber),
      is_integer: fc.boolean(),
    }),
    aScale,
    fc.record({ type: fc.constant("boolean") }),
    fc.record({
      type: fc.constant("key_value"),
      value_type: fc.constantFrom(...SCALAR_TYPES),
      keys: optional(fc.uniqueArray(fc.constantFrom("a", "b", "toString"), { minLength: 1 })),
      max_entries: aCount,
    }),
    fc.record({
      type: fc.constant("list"),
      item_type: fc.constantFrom(...SCALAR_TYPES),
      options: optional(
        fc.oneof(
          fc.uniqueArray(fc.constantFrom("a", "bb", "ccc", "漢字"), { minLength: 1 }),
          fc.uniqueArray(fc.constantFrom(-1, 0, 0.5, 2), { minLength: 1 }),
        ),
      ),
      min_items: aCount,
      max_items: aCount,
      is_unique: fc.boolean(),
    }),
  )
  .map((spec) => fieldSpec.safeParse(JSON.parse(JSON.stringify(spec))))
  .filter((result) => result.success)
  .map((result) => result.data);

const aScalar = fc.oneof(
  words,
  fc.constantFrom("a", "bb", "ccc", "漢字", "two\nlines", "nul\u0000"),
  fc.constantFrom(-2, -1, -0.5, 0, 0.25, 0.5, 1, 2, 3, 5),
  aNumber,
  fc.boolean(),
);
const aKey = fc.oneof(
  fc.constantFrom("a", "b"),
  fc.stringMatching(/^[\w.-]{1,8}$/),
  fc.constantFrom("__proto__", "constructor", "toString", "a b"),
  words,
);
const aValue = fc.oneof(
  aScalar,
  fc.array(aScalar, { maxLength: 5 }),
  ...[words, fc.constantFrom("a", "bb"), fc.constantFrom(0.5, 2), aNumber, fc.boolean()].flatMap((item) => [
    fc.array(item as fc.Arbitrary<unknown>, { maxLength: 5 }),
    fc.array(fc.tuple(aKey, item as fc.Arbitrary<unknown>), { maxLength: 5 }).map(toJsonObject),
  ]),
  fc.constantFrom(null, undefined, {}, [], -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60),
);

/** A value of the right type: random values rarely match options or fixed keys. */
const likely = (spec: FieldSpec): fc.Arbitrary<unknown> => {
  const scalar = (type: ScalarType) =>
    ({ text: words, number: aNumber, boolean: fc.boolean() })[type] as fc.Arbitrary<unknown>;
  switch (spec.type) {
    case "number":
      return fc.constantFrom(...(scalePoints(spec) ?? [0, 1]));
    case "list":
      return fc.array(spec.options ? fc.constantFrom(...spec.options) : scalar(spec.item_type), { maxLength: 4 });
    case "key_value":
      return fc
        .array(scalar(spec.value_type), { minLength: 3, maxLength: 3 })
        .map((items) => toJsonObject((spec.keys ?? ["a", "c"]).map((key, index) => [key, items[index]])));
    default:
      return scalar(spec.type);
  }
};
const aCase = aSpec.chain((spec) => fc.tuple(fc.constant(spec), fc.oneof(aValue, likely(spec))));

/** Like the result of JSON.parse, where `__proto__` is an own property. */
function toJsonObject(entries: [string, unknown][]): unknown {
  return JSON.parse(`{${entries.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`).join(",")}}`);
}

describe("the codec of the five field types", () => {
  it("gives back what it took, through JSON", () => {
    let admitted = 0;
    fc.assert(
      fc.property(aCase, ([spec, input]) => {
        const first = parseFieldValue(spec, input);
        if (!first.isValid) return;
        admitted++;
        const again = parseFieldValue(spec, JSON.parse(JSON.stringify(first.value)));
        expect(again).toEqual({ isValid: true, value: first.value });
        expect(fieldValue.safeParse(first.value).success).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(admitted).toBeGreaterThan(100);
  });

  it("says the same as its JSON Schema", () => {
    let refused = 0;
    fc.assert(
      fc.property(aCase, ([spec, input]) => {
        fc.pre(input !== undefined && !(typeof input === "number" && !Number.isFinite(input)));
        const { isValid } = parseFieldValue(spec, input);
        expect(ajv.validate(fieldJsonSchema(spec), input)).toBe(isValid);
        if (!isValid) refused++;
      }),
      { numRuns: 1_000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("starts a form from what the specification admits, unless it asks for a least", () => {
    fc.assert(
      fc.property(aSpec, (spec) => {
        const asksForMore = (spec.type === "text" && spec.min_length) || (spec.type === "list" && spec.min_items);
        if (!asksForMore) expect(parseFieldValue(spec, emptyValue(spec)).isValid).toBe(true);
      }),
    );
  });

  it("compares by meaning", () => {
    expect(sameValue({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    expect(sameValue("1", 1)).toBe(false);
    expect(sameValue([], {})).toBe(false);
    expect(sameValue(["a\nb"], ["a", "b"])).toBe(false);
  });

  it("writes values as lines", () => {
    expect(formatFieldValue({ b: true, a: "x\ny" })).toBe('a: "x\\ny"\nb: true');
    expect(formatFieldValue(["a", 1])).toBe('"a"\n1');
    expect(formatFieldValue("plain\ntext")).toBe("plain\ntext");
  });

  it("knows the type of what it admits", () => {
    expectTypeOf<FieldValueOf<{ type: "number"; min: 1 }>>().toEqualTypeOf<number>();
    expectTypeOf<FieldValueOf<{ type: "list"; item_type: "text" }>>().toEqualTypeOf<string[]>();
    expectTypeOf<FieldValueOf<{ type: "key_value"; value_type: "boolean" }>>().toEqualTypeOf<Record<string, boolean>>();
    expect(fieldValueSchema({ type: "boolean" }).parse(true)).toBe(true);
  });
});

describe("a hostile key", () => {
  const HOSTILE = ["__proto__", "constructor", "prototype", "", "a b", "a\n", "é", "x".repeat(65)];
  const spec = { type: "key_value", value_type: "text" } as const;

  it.each(HOSTILE)("%j is refused and touches no prototype", (key) => {
    const input = JSON.parse(`{${JSON.stringify(key)}: "owned", "fine": "yes"}`);
    const result = parseFieldValue(spec, input);
    expect(result).toMatchObject({ isValid: false, faults: [{ path: [key] }] });
    expect(fieldValue.safeParse(input).success).toBe(false);
    expect(ajv.validate(fieldJsonSchema(spec), input)).toBe(false);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("fine");
    expect(({} as Record<string, unknown>).owned).toBeUndefined();
  });

  it("is refused whatever stands under it", () => {
    for (const text of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
      expect(parseFieldValue(spec, JSON.parse(text)).isValid).toBe(false);
      expect(fieldValue.safeParse(JSON.parse(text)).success).toBe(false);
    }
    expect("polluted" in {}).toBe(false);
  });

  it("finds nothing inherited in what was parsed", () => {
    const result = parseFieldValue(spec, { fine: "yes" });
    if (!result.isValid) throw new Error("refused");
    expect(Object.getPrototypeOf(result.value)).toBeNull();
    expect(result.value.toString).toBeUndefined();
  });
});

describe("a specification", () => {
  it.each([
    [{ type: "text", min_length: 5, max_length: 4 }, "the maximum length must not be below the minimum length"],
    [{ type: "text", max_length: 2, options: ["ab", "abc"] }, "this option violates the length limits"],
    [{ type: "text", options: ["a", "a"] }, "this option is listed twice"],
    [{ type: "text", options: ["a\nb"] }, "an option must be a single line"],
    [{ type: "text", max_length: 9, pattern: "(" }, "this is not a regular expression"],
    [
      { type: "text", max_length: 9, pattern: "^(a+)+$" },
      "a repeated group must not contain alternatives or other repeats",
    ],
    [
      { type: "text", max_length: 9, pattern: "(a|aa){2,}" },
      "a repeated group must not contain alternatives or other repeats",
    ],
    [
      { type: "text", max_length: 9, pattern: "((a?b)c)*" },
      "a repeated group must not contain alternatives or other repeats",
    ],
    [{ type: "text", max_length: 9, pattern: "(?=a)b" }, "a pattern must not use look-around or back-references"],
    [{ type: "text", max_length: 9, pattern: "(a)\\1" }, "a pattern must not use look-around or back-references"],
    [
      { type: "text", max_length: 9, pattern: ".*.*.*x" },
      "a pattern must not have more than 3 repeats; a missing ^ counts as one",
    ],
    [{ type: "text", pattern: "^a$" }, "a text with a pattern needs a maximum length of 200 or less"],
    [{ type: "text", max_length: 9, options: ["a"], pattern: "^a$" }, "use either options or a pattern"],
    [{ type: "number", min: 2, max: 1 }, "the maximum must not be below the minimum"],
    [
      { type: "number", min: 0.2, max: 0.8, is_integer: true },
      "there is no whole number between the minimum and the maximum",
    ],
    [{ type: "list", min_items: 2, max_items: 1 }, "the maximum number of items must not be below the minimum"],
    [{ type: "list", item_type: "boolean", is_unique: true, min_items: 3 }, "there are only two different values"],
  ])("%j is refused with a readable reason", (spec, message) => {
    expect(fieldSpec.safeParse(spec).error?.issues[0]?.message).toBe(message);
  });

  it("refuses fields of another type and unknown types", () => {
    expect(fieldSpec.safeParse({ type: "boolean", min: 1 }).success).toBe(false);
    expect(fieldSpec.safeParse({ type: "date" }).success).toBe(false);
  });
});

describe("a refused value", () => {
  it.each([
    [{ type: "text", min_length: 2 }, "a", "use at least 2 characters"],
    [{ type: "text", options: ["on", "off"] }, "maybe", "choose one of: on, off"],
    [{ type: "text" }, "a\nb", "use one line only"],
    [{ type: "text" }, "\ud800", "this text contains an invalid character"],
    [{ type: "number", min: 1 }, 0, "use 1 or more"],
    [{ type: "number", is_integer: true }, 1.5, "use a whole number"],
    [{ type: "number" }, "1", "please enter a number"],
    [{ type: "boolean" }, "true", "choose yes or no"],
    [{ type: "list", item_type: "text", is_unique: true }, ["a", "a"], "this item is listed twice"],
    [{ type: "list", item_type: "number", max_items: 1 }, [1, 2], "use at most 1 items"],
    [{ type: "list", item_type: "number" }, ["1"], "please enter a number"],
    [{ type: "key_value", value_type: "number" }, { a: "1" }, "please enter a number"],
    [{ type: "key_value", value_type: "text", max_entries: 0 }, { a: "1" }, "use at most 0 entries"],
    [{ type: "key_value", value_type: "text" }, [], "please enter keys and values"],
  ] as [FieldSpec, unknown, string][])("of %j has the message %j", (spec, value, message) => {
    expect(parseFieldValue(spec, value)).toMatchObject({ isValid: false, faults: [{ message }] });
  });
});

describe("a pattern", () => {
  const spec: FieldSpec = { type: "text", max_length: 20, pattern: "^\\d+:\\d+$" };

  it("is checked after the length, and its message names it", () => {
    expect(parseFieldValue(spec, "16:9")).toEqual({ isValid: true, value: "16:9" });
    const result = parseFieldValue(spec, "wide");
    expect(result.isValid ? [] : result.faults).toEqual([{ path: [], message: "use a text that matches ^\\d+:\\d+$" }]);
  });

  it("is part of the JSON Schema, with the same meaning", () => {
    const check = ajv.compile(fieldJsonSchema(spec));
    for (const value of ["16:9", "wide", "16:9\n", "1:1 ", ""]) {
      expect([value, check(value)]).toEqual([value, parseFieldValue(spec, value).isValid]);
    }
  });

  it("of a hostile text takes no time that anybody would notice", () => {
    const slow = fieldSpec.parse({ type: "text", max_length: 200, pattern: "a*a*b" });
    const startedMs = performance.now();
    expect(parseFieldValue(slow, "a".repeat(200)).isValid).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it.each(["^#[0-9a-f]{6}$", "^(\\d{4})-(\\d{2})$", "^(?:https?://)?[\\w.]+$", "^[(+*)|]+$", "^\\p{L}+$"])(
    "like %s is accepted",
    (pattern) => expect(fieldSpec.safeParse({ type: "text", max_length: 50, pattern }).success).toBe(true),
  );
});
