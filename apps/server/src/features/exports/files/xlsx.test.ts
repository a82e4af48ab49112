import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExportColumn, ExportRow, ExportValue } from "../run/export-table.ts";
import { resumeCsv } from "./csv-file.ts";
import { MAX_SHEET_ROWS, NEW_XLSX, resumeXlsx, type XlsxState } from "./xlsx.ts";
import { columnName, sheetName } from "./xlsx-xml.ts";

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "xlsx-"));
});
afterAll(() => rm(folder, { recursive: true }));

const COLUMNS: readonly ExportColumn[] = [
  { key: "text", name: "Text", type: "text" },
  { key: "number", name: "Number", type: "number" },
  { key: "yes", name: "Yes", type: "boolean" },
  { key: "at", name: "At", type: "date" },
];
const row = (...values: ExportValue[]): ExportRow => ({ key: "k", values, media: null });

/** Reads the workbook with Python's zip and XML libraries, independent of our code. */
const READER = `
import json, sys, zipfile, xml.etree.ElementTree as E
ns = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
names = [s.get("name") for s in E.fromstring(book.read("xl/workbook.xml")).iter(ns + "sheet")]
for name in book.namelist():
    E.fromstring(book.read(name))
sheets = []
for index in range(len(names)):
    root = E.fromstring(book.read("xl/worksheets/sheet%d.xml" % (index + 1)))
    assert root.find(".//" + ns + "f") is None
    cells = [[(c.get("r"), c.get("t"), c.get("s"), "".join(t.text or "" for t in c.iter(ns + "t")) if c.get("t") == "inlineStr" else c.find(ns + "v").text) for c in r.iter(ns + "c")] for r in root.iter(ns + "row")]
    sheets.append(cells)
print(json.dumps({"names": names, "sheets": sheets, "first": book.namelist()[0]}))
`;

interface Workbook {
  readonly names: string[];
  readonly first: string;
  /** Reference, type, style and text of each cell. */
  readonly sheets: [string, string | null, string | null, string][][][];
}

const open = async (bytes: Buffer): Promise<Workbook> => {
  const path = join(folder, "book.xlsx");
  await writeFile(path, bytes);
  const { stdout } = await run("python3", ["-c", READER, path], { maxBuffer: 64 * 1024 ** 2 });
  return JSON.parse(stdout) as Workbook;
};

const texts = (book: Workbook, sheet = 0): string[][] =>
  (book.sheets[sheet] ?? []).map((cells) => cells.map((it) => it[3]));

describe("a workbook", () => {
  it("opens elsewhere with text as text, also where it looks like a formula", async () => {
    const writer = resumeXlsx(NEW_XLSX, COLUMNS, ["Night"]);
    const risky = [
      "=1+1",
      "+1",
      "-2",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "\nx",
      "＝1",
      "＋1",
      "－1",
      "＠sum",
      'a < b & "c" \u0001 _x0041_ 飞书 🎬',
    ];
    await writer.write(
      0,
      risky.map((text) => row(text, 1.5, true, "2026-11-15T12:00:00.000Z")),
    );
    await writer.write(0, [row(null, null, null, null), row("x".repeat(40_000), -3, false, null)]);
    await writer.end();
    const book = await open(writer.take());
    expect([book.names, book.first]).toEqual([["Night"], "[Content_Types].xml"]);
    expect(texts(book)[0]).toEqual(["Text", "Number", "Yes", "At"]);
    const cells = book.sheets[0]?.slice(1, 1 + risky.length) ?? [];
    expect(cells.map(([first]) => first?.[1])).toEqual(risky.map(() => "inlineStr"));
    expect(cells.slice(0, 11).map(([first]) => first?.[2])).toEqual(Array(11).fill("3"));
    expect(cells.map(([first]) => first?.[3])).toEqual([
      "=1+1",
      "+1",
      "-2",
      "@SUM(A1)",
      "\tx",
      "_x000D_x",
      "\nx",
      "＝1",
      "＋1",
      "－1",
      "＠sum",
      'a < b & "c" \ufffd _x005F_x0041_ 飞书 🎬',
    ]);
    // Noon of that day as a serial date.
    expect(cells[0]?.slice(1)).toEqual([
      ["B2", null, null, "1.5"],
      ["C2", "b", null, "1"],
      ["D2", null, "1", "46341.5"],
    ]);
    expect(book.sheets[0]?.[13]).toEqual([]);
    expect(book.sheets[0]?.[14]?.[0]?.[3]).toHaveLength(32_767);
  });

  it("goes on in another process where the last piece ended, to the same contents", async () => {
    const pieces: Buffer[] = [];
    let state: XlsxState = NEW_XLSX;
    for (let piece = 0; piece < 5; piece++) {
      const writer = resumeXlsx(JSON.parse(JSON.stringify(state)), COLUMNS, ["One", "Two"]);
      const rows = Array.from({ length: 200 }, (_, n) => row(`row ${piece} ${n}`, n, true, null));
      await writer.write(piece < 3 ? 0 : 1, rows);
      if (piece === 4) await writer.end();
      pieces.push(writer.take());
      state = writer.state();
    }
    const book = await open(Buffer.concat(pieces));
    expect(book.names).toEqual(["One", "Two"]);
    expect([texts(book, 0).length, texts(book, 1).length]).toEqual([601, 401]);
    expect(texts(book, 0).at(-1)?.[0]).toBe("row 2 199");
    expect(texts(book, 1).at(-1)?.[0]).toBe("row 4 199");
  });

  it("begins another sheet where one is full", async () => {
    const writer = resumeXlsx(NEW_XLSX, COLUMNS, ["A very long name of a task: [42] / what"], 11);
    await writer.write(
      0,
      Array.from({ length: 25 }, (_, n) => row(String(n), n, null, null)),
    );
    await writer.end();
    const book = await open(writer.take());
    expect(book.names).toEqual([
      "A very long name of a task   42",
      "A very long name of a task    2",
      "A very long name of a task    3",
    ]);
    expect(book.sheets.map(({ length }) => length)).toEqual([11, 11, 6]);
    expect(texts(book, 2).at(-1)?.[0]).toBe("24");
    expect(MAX_SHEET_ROWS).toBe(1_048_576);
  });

  it("has a sheet also when there is nothing", async () => {
    const writer = resumeXlsx(NEW_XLSX, COLUMNS, []);
    await writer.end();
    expect(texts(await open(writer.take()))).toEqual([["Text", "Number", "Yes", "At"]]);
  });
});

describe("names in a workbook", () => {
  it("of columns go on after Z, and of sheets are told apart", () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
    expect(sheetName("", [])).toBe("Sheet");
    expect(sheetName("'night'", ["NIGHT"])).toBe("night 2");
  });
});

describe("a table of values", () => {
  it("has its names once, and nothing in it that a spreadsheet would run", async () => {
    const first = resumeCsv(COLUMNS, true);
    await first.write(0, [row("=cmd", -1, true, null)]);
    const second = resumeCsv(COLUMNS, false);
    await second.write(1, [row('say "hi", -x', null, false, "2026-11-15T12:00:00.000Z"), row("-2", 3, null, null)]);
    expect(first.take().toString()).toBe("\uFEFFText,Number,Yes,At\r\n'=cmd,-1,true,\r\n");
    expect(second.take().toString()).toBe('"say ""hi"", -x",,false,2026-11-15T12:00:00.000Z\r\n\'-2,3,,\r\n');
  });
});
