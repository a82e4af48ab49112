import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectLine, seedGrid } from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom } from "../../fixtures/call.ts";
import { expect, test } from "../../fixtures/test.ts";

const WRITTEN_MS = 60_000;
const run = promisify(execFile);

/** Texts of all cells, formulas of the workbook, and whether its archive is valid: read by independent code. */
const READER = `
import json, sys, zipfile, xml.etree.ElementTree as E
ns = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
book = zipfile.ZipFile(sys.argv[1])
sheet = E.fromstring(book.read("xl/worksheets/sheet1.xml"))
print(json.dumps({"broken": book.testzip(), "formulas": len(list(sheet.iter(ns + "f"))),
  "rows": len(list(sheet.iter(ns + "row"))), "texts": [t.text for t in sheet.iter(ns + "t")]}))
`;

/** Two prompts, one of them a spreadsheet formula injection, and one column. */
const addGeneratedBenchmark = async (page: Page, name: string): Promise<void> => {
  const performer = await addTinyPerformer(page);
  const prompts = ['=HYPERLINK("http://evil.example")', "A ferry leaves the harbour"];
  const id = await seedGrid(page, { name, performer, prompts });
  await callFrom(page, `/task/benchmark/generate_data/${id}`, {});
  await expectLine(page, "2 of 2 ready");
};

const startIn = async (page: Page, kind: string): Promise<string> => {
  await page.getByRole("button", { name: `Export 2 rows as ${kind}` }).click();
  await expect(page.getByText("Export started.").last()).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(`${kind}.*Finished`) }).first();
  await expect(row).toBeVisible({ timeout: WRITTEN_MS });
  const arriving = page.waitForEvent("download");
  await row.getByRole("link", { name: "Download file" }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toContain(`.${kind.toLowerCase()}`);
  return file.path();
};

test("a benchmark is taken along as a workbook and as a table, with nothing in them that runs", async ({
  page,
  people,
  enterAs,
}) => {
  test.setTimeout(MADE_MS + 4 * WRITTEN_MS);
  await enterAs(await people.add({ permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"] }));
  const name = unique("Ferries");
  await addGeneratedBenchmark(page, name);
  await page.goto("/#/feishu-export");
  await expect(page.getByText("No task selected")).toBeVisible();
  await page.getByLabel("Tasks").fill(name);
  await page.getByTitle(name).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("grid", { name: "Preview" }).getByText("=HYPERLINK")).toBeVisible();

  const workbook = await startIn(page, "XLSX");
  const { stdout } = await run("python3", ["-c", READER, workbook]);
  const book = JSON.parse(stdout) as { broken: string | null; formulas: number; rows: number; texts: string[] };
  expect(book).toMatchObject({ broken: null, formulas: 0, rows: 3 });
  expect(book.texts).toContain('=HYPERLINK("http://evil.example")');

  await page.getByRole("link", { name: "New export" }).click();
  await page.getByText("CSV", { exact: true }).click();
  const table = await readFile(await startIn(page, "CSV"), "utf8");
  expect(table.trimEnd().split("\r\n")).toHaveLength(3);
  expect(table).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

test("without credentials for Lark the screen says so and offers files", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: ["USE_VERSION_1_0"] }));
  await page.goto("/#/feishu-export?target=lark");
  await expect(page.getByText("Lark is not configured.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose rows to export" })).toBeDisabled();
  await page.getByText("XLSX", { exact: true }).click();
  await expect(page.getByText("A workbook with one sheet per task.")).toBeVisible();
});
