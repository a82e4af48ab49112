import { expect, it } from "vitest";
import { anInput, choice, ratingsOf, votesOf } from "../testing/boards.ts";
import { canonicalJson, inputChunks } from "./canonical.ts";

const textOf = (input: Parameters<typeof inputChunks>[0]): string =>
  [...inputChunks(input)].map((chunk) => new TextDecoder().decode(chunk)).join("");

it("the canonical form writes one text for one value", () => {
  expect(canonicalJson({ b: [1, -0, 0.1], a: { d: null, c: "é\n" } })).toBe(
    '{"a":{"c":"é\\n","d":null},"b":[1,0,0.1]}',
  );
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(RangeError);
  expect(() => canonicalJson([1, Number.POSITIVE_INFINITY])).toThrow(RangeError);
  expect(() => canonicalJson({ a: undefined })).toThrow(RangeError);
});

it("the canonical form of a vote is the same whichever way round it is written", () => {
  const one = votesOf([[0, 0, 1, "a", false, 3]]);
  const other = votesOf([[0, 1, 0, "b", true, 3]]);
  const input = (votes: typeof one) => anInput({ entries: 2, prompts: 1, axes: [choice(votes)] });
  expect(textOf(input(one))).toBe(textOf(input(other)));
});

it("the canonical form of equal answers in one row is the same as of single ones", () => {
  const axis = { kind: "number", key: "q", direction: "higher", weight: 1, level: "interval", parts: [] } as const;
  const input = (list: Parameters<typeof ratingsOf>[0]) =>
    anInput({ entries: 1, prompts: 2, axes: [{ ...axis, ratings: ratingsOf(list) }] });
  const together = textOf(
    input([
      [0, 0, 2.5, 0, 2],
      [1, 0, 1],
    ]),
  );
  expect(
    textOf(
      input([
        [0, 0, 2.5],
        [1, 0, 1],
        [0, 0, 2.5],
      ]),
    ),
  ).toBe(together);
  expect(
    textOf(
      input([
        [0, 0, 2.5],
        [1, 0, 1],
      ]),
    ),
  ).not.toBe(together);
});
