import { labelStarter } from "@dailies/contract";
import { expect, it } from "vitest";
import { parseGold } from "./parse-gold.ts";

const DECISION = labelStarter("keep_or_drop").fields;
const RATING = labelStarter("multi_attribute_rating").fields;

it("gold items are read from a table by its header, without empty cells", () => {
  expect(parseGold(DECISION, "reason,key,decision\n,clip-1,keep\nwatermark, clip-2 ,drop\n")).toEqual({
    rows: [
      { key: "clip-1", values: { decision: "keep" } },
      { key: "clip-2", values: { decision: "drop", reason: "watermark" } },
    ],
    fault: undefined,
  });
  expect(parseGold(RATING, "key,motion\nclip-1,4").rows).toEqual([{ key: "clip-1", values: { motion: 4 } }]);
});

it("gold items are read from JSON objects line by line", () => {
  const text = '{"key":"a","values":{"decision":"keep"}}\n\n{"key":"b","values":{"decision":"drop"}}';
  expect(parseGold(DECISION, text).rows.map(({ key }) => key)).toEqual(["a", "b"]);
});

it("what cannot be read is named by its line", () => {
  expect(parseGold(DECISION, "clip,decision\na,keep").fault).toEqual({ word: "noKey" });
  expect(parseGold(DECISION, "key,colour\na,red").fault).toEqual({ word: "noField", line: 1, field: "colour" });
  expect(parseGold(RATING, "key,motion\na,1\nb,fast").fault).toEqual({ word: "badValue", line: 3, field: "motion" });
  expect(parseGold(DECISION, '{"key":"a","values":{}}\n{"key":1}').fault).toEqual({ word: "badLine", line: 2 });
  const many = Array.from({ length: 501 }, (_, n) => `clip-${n},keep`);
  expect(parseGold(DECISION, ["key,decision", ...many].join("\n")).fault).toEqual({ word: "tooMany" });
});
