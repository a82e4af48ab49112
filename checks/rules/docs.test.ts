import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anchorsOf } from "../markdown.ts";
import { alertFaults, docFaults, patternFaults, readmeFaults } from "./docs.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "docs-"));
  mkdirSync(path.join(root, "docs/adr"), { recursive: true });
  writeFileSync(path.join(root, "docs/other.md"), "# One heading\n\n## Twice\n\n## Twice\n");
  writeFileSync(path.join(root, "docs/adr/a.md"), "# A\n");
});

afterAll(() => rmSync(root, { recursive: true }));

const faultsOf = (text: string) => docFaults("docs/page.md", text, root);

describe("docs", () => {
  it("takes links, headings and paths that exist", () => {
    const text =
      "[a](other.md) [b](other.md#one-heading) [c](adr/a.md#a) [d](https://example.com) `docs/adr/a.md` `docs/<name>.md`";
    expect(faultsOf(text)).toEqual([]);
  });

  it("names what is missing and where", () => {
    expect(faultsOf("first\n[a](gone.md)\n[b](other.md#gone)\n`docs/gone.md`")).toEqual([
      "docs/page.md:2 links to docs/gone.md, which does not exist",
      "docs/page.md:3 links to the heading #gone of docs/other.md, which does not exist",
      "docs/page.md:4 names docs/gone.md, which does not exist",
    ]);
  });

  it("leaves fenced examples alone", () => {
    expect(faultsOf("```md\n[a](gone.md) `docs/gone.md`\n```")).toEqual([]);
  });

  it("makes anchors as code hosts do", () => {
    expect([...anchorsOf("# The `dev` script: up & down\n## Twice\n## Twice\n")]).toEqual([
      "the-dev-script-up--down",
      "twice",
      "twice-1",
    ]);
  });

  it("wants example files under the patterns", () => {
    expect(patternFaults("# Architecture\n\n## Patterns\n\nnone yet\n")).toHaveLength(1);
    const rows = Array.from({ length: 8 }, (_, index) => `| x | \`docs/file-${index}.md\` |`).join("\n");
    expect(patternFaults(`# Architecture\n\n## Pattern → example file\n\n${rows}\n`)).toEqual([]);
  });

  it("wants a short README in every feature of the server", () => {
    const folder = "apps/server/src/features/auth";
    const files = [`${folder}/auth.routes.ts`, `${folder}/codes/request-code.ts`];
    expect(readmeFaults(files, new Map())).toEqual([`${folder} has no README.md`]);
    expect(readmeFaults(files, new Map([[`${folder}/README.md`, "line\n".repeat(40)]]))).toEqual([]);
    expect(readmeFaults(files, new Map([[`${folder}/README.md`, "line\n".repeat(41)]]))).toEqual([
      `${folder}/README.md has 41 lines; at most 40`,
    ]);
  });

  it("wants a section for every alert, which the alert names, and an alert for every section", () => {
    const rule = (name: string): string =>
      `      - alert: ${name}\n        annotations:\n          runbook: docs/alerts.md#${name.toLowerCase()}\n`;
    expect(alertFaults(rule("ApiDown"), "### ApiDown\n")).toEqual([]);
    expect(alertFaults(`${rule("ApiDown")}      - alert: JobsWait\n`, "### ApiDown\n\n### Gone\n")).toEqual([
      "docs/alerts.md has no section JobsWait",
      "ops/monitoring/rules.yml: JobsWait does not name its section",
      "ops/monitoring/rules.yml has no alert Gone",
    ]);
  });
});
