import { parsePredicate, printPredicate } from "@dailies/contract";
import { detectFormat } from "@dailies/formats/detect";
import { askedRange } from "../../../../apps/server/src/platform/byte-range.ts";
import { fileOf, type Subject, textOf } from "../subject.ts";

const SIZE_BYTES = 1_000;
/** A little more than the field accepts. */
const MOST_WHERE = 4_100;

const checkRange = (text: string): void => {
  const asked = askedRange({ range: text }, '"tag"', SIZE_BYTES);
  if (asked.kind === "part" && !(asked.begin >= 0 && asked.begin < asked.end && asked.end <= SIZE_BYTES)) {
    throw new Error(`a range ${asked.begin}–${asked.end} of ${SIZE_BYTES} bytes`);
  }
};

/** Printing and parsing must round-trip. */
const checkWhere = (text: string): void => {
  const parsed = parsePredicate(text);
  if (!parsed.ok) return;
  const printed = printPredicate(parsed.predicate);
  const again = parsePredicate(printed);
  if (!again.ok || printPredicate(again.predicate) !== printed) throw new Error(`unstable: ${printed.slice(0, 200)}`);
};

export const askedSubjects: readonly Subject[] = [
  {
    name: "where",
    sets: async () =>
      [
        "fps >= 24 AND (caption CONTAINS 'red' OR \"odd name\" IN ('a', 'b''c', 3)) AND NOT x IS NULL",
        "a BETWEEN 1 AND 2 OR b NOT IN (true, false) AND c <> -1.5e3",
      ].map((text) => new Map([fileOf("where.txt", text)])),
    run: async (_source, files) => checkWhere(textOf(files).slice(0, MOST_WHERE)),
  },
  {
    name: "range",
    sets: async () => ["bytes=0-99", "bytes=-5", "bytes=900-"].map((text) => new Map([fileOf("range.txt", text)])),
    run: async (_source, files) => checkRange(textOf(files)),
  },
  {
    name: "detect",
    sets: async () => [
      new Map([
        fileOf("names.txt", "index.json\nshard.00000.mds\na.tar\nclips/a.mp4\nx.parquet\n_versions/1.manifest"),
      ]),
    ],
    run: async (_source, files) => {
      const names = textOf(files).split("\n");
      detectFormat({ names, indexHead: textOf(files), csvHead: textOf(files) });
    },
  },
];
