import { describe, expect, it } from "vitest";
import { RecordSplitter } from "./record-splitter.ts";

const START = { bytes: 0, lines: 0 };

/** Splits a file that arrives in pieces of a size. */
const split = (file: Buffer, isTable: boolean, pieceBytes: number) => {
  const splitter = new RecordSplitter(isTable, START);
  const records = [];
  for (let at = 0; at < file.length; at += pieceBytes)
    records.push(...splitter.push(file.subarray(at, at + pieceBytes)));
  return [...records, ...splitter.end()];
};

const TABLE = Buffer.from('\uFEFFkey,caption\r\na,"two\nlines, ""quoted"""\r\nb,é 🎬\n\nc,last');

describe("splitting a file into records", () => {
  it.each([1, 2, 3, 7, 64, 1_000])("gives the same records in pieces of %i bytes", (pieceBytes) => {
    const records = split(TABLE, true, pieceBytes);
    expect(records.map(({ text, line }) => [line, text?.trim()])).toEqual([
      [1, "key,caption"],
      [2, 'a,"two\nlines, ""quoted"""'],
      [4, "b,é 🎬"],
      [5, ""],
      [6, "c,last"],
    ]);
    expect(records.at(-1)?.end).toEqual({ bytes: TABLE.length, lines: 5 });
  });

  it("goes on after any record as if it had begun at the start", () => {
    const records = split(TABLE, true, 1_000);
    for (const [at, { end }] of records.entries()) {
      const splitter = new RecordSplitter(true, end);
      const rest = [...splitter.push(TABLE.subarray(end.bytes)), ...splitter.end()];
      expect(rest).toEqual(records.slice(at + 1));
    }
  });

  it("does not look for quotes in JSON lines", () => {
    const records = split(Buffer.from('{"key": "a \\" b"}\n{"key"\n'), false, 5);
    expect(records.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("marks a record that is not UTF-8", () => {
    const records = split(Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a, 0x62]), false, 2);
    expect(records.map(({ text }) => text?.trim())).toEqual(["a", undefined, "b"]);
  });

  it("refuses a record that does not end, with its line", () => {
    const endless = Buffer.from(`key\n"${"x\n".repeat(600_000)}`);
    expect(() => split(endless, true, 64 * 1024)).toThrow("line 2 is longer than 1048576 bytes; perhaps a quote");
  });
});
