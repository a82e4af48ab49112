import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { loaderCode } from "../../apps/server/src/features/packages/records/loader-code.ts";
import { PYTHON_READERS } from "../../apps/web/src/shared/python-snippet.ts";

/** Where `pnpm formats` installs the original libraries. */
const INSTALLED = path.join(homedir(), ".cache/dailies/original-formats/bin/python");
const SCRIPT = path.join(import.meta.dirname, "run_snippet.py");

const COMMANDS = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned;",
  "| touch pwned",
  "&& touch pwned #",
  "\ntouch pwned\n",
];
const BREAKOUTS = [
  '"); open("pwned", "w")#',
  "'''); open('pwned', 'w')#",
  '\\"); open("pwned","w")#',
  '{open("pwned","w")}',
];
const HOSTILE = [...COMMANDS, ...BREAKOUTS, "::pipe:touch pwned", "a\u2028b", "a\u202eb", "-", "%0atouch pwned"];

interface Run {
  readonly code: string;
  /** All objects that the storage lists. */
  readonly names: readonly string[];
}

/** Runs each as it is copied; expects that it reads every object once and leaves nothing behind. */
const expectOnlyReads = (runs: readonly Run[]): void => {
  const folder = mkdtempSync(path.join(tmpdir(), "dailies-snippet-"));
  try {
    const python = existsSync(INSTALLED) ? INSTALLED : "python3";
    const input = JSON.stringify({ runs, folder });
    const { status, stdout, stderr } = spawnSync(python, ["-B", SCRIPT], { input, encoding: "utf8" });
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    expect(readdirSync(folder)).toEqual([]);
    const { mode, reads } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { mode: string; reads?: unknown };
    const expected = runs.map(({ names }) => ({ samples: names.length, opened: [...names].sort() }));
    expect({ mode, reads }).toEqual(mode === "executed" ? { mode, reads: expected } : { mode: "compiled" });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const fromConsole = (uri: string): string =>
  PYTHON_READERS.WebDataset({ kind: "WebDataset", uri, local: "/tmp/shards" }).join("\n");
const fromPackage = (uri: string): string => loaderCode({ name: "x", number: 1, format: "WebDataset", uri });

it("the copied WebDataset snippet runs no shell for any name of an object in the storage", () => {
  const names = HOSTILE.map((name) => `bucket/clips/${name}.tar`);
  const codes = [fromConsole("s3://bucket/clips/"), fromPackage("s3://bucket/clips/")];
  expectOnlyReads(codes.map((code) => ({ code, names })));
}, 60_000);

it("the copied WebDataset snippet runs no shell for any address of a dataset", () => {
  // Braces in an address are a pattern.
  const folders = HOSTILE.filter((name) => !name.includes("{")).map((name) => `bucket/${name}/`);
  const runs = folders.flatMap((folder) => {
    const names = [`${folder}x.tar`];
    const codes = [fromPackage(`s3://${folder}`), fromConsole(`s3://${folder}`), fromConsole(`s3://${folder}x.tar`)];
    return codes.map((code) => ({ code, names }));
  });
  expectOnlyReads(runs);
}, 60_000);
