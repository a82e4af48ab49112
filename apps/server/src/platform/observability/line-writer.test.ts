import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.ts";

let folder: string;
let path: string;
let fd: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dailies-lines-"));
  path = join(folder, "log");
  fd = openSync(path, "w");
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const written = (): string => readFileSync(path, "utf8");

describe("the line writer", () => {
  it("keeps every line whole and in order, whatever its letters and length", async () => {
    const writer = new LineWriter(fd);
    const lines = Array.from({ length: 5_000 }, (_, i) => `${i} ${"样片😀".repeat(i % 40)}\n`);
    lines.splice(100, 0, `${"long ".repeat(50_000)}\n`);
    for (const line of lines) writer.write(line);
    await writer.flush();
    expect(written()).toBe(lines.join(""));
  });

  it("hands lines over by itself after a moment", async () => {
    const writer = new LineWriter(fd);
    writer.write("one\n");
    expect(written()).toBe("");
    await expect.poll(written).toBe("one\n");
  });

  it("drops lines that nobody can take, within bounds, and says how many", async () => {
    const writer = new LineWriter(fd);
    const line = `${"x".repeat(1_000)}\n`;
    for (let i = 0; i < 20_000; i++) writer.write(line);
    await writer.flush();
    await writer.flush();
    const lines = written().trimEnd().split("\n");
    const report = lines.find((each) => each.startsWith("{"));
    const dropped = (JSON.parse(report ?? "{}") as { lines: number }).lines;
    expect(dropped).toBeGreaterThan(0);
    expect(lines.length - 1 + dropped).toBe(20_000);
    expect(written().length).toBeLessThan(6_000_000);
  });
});
