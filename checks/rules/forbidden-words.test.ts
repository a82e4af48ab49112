import { describe, expect, it } from "vitest";
import { findForbiddenWords } from "./forbidden-words.ts";

const server = "apps/server/src/features/auth/login.ts";

describe("forbidden words", () => {
  it.each([
    ["unfinished work", server, "// TODO later"],
    ["skipped or focused test", "apps/web/src/ui/table.test.tsx", 'it.skip("shows rows")'],
    ["registry host", "package.json", '"https://registry.example.com/left-pad"'],
    ["path of one machine", "docs/notes.md", "see /home/somebody/notes"],
    ["claimed identity", server, 'request.headers["X-Username"]'],
    [
      "body schema per content type",
      "apps/server/src/http/x.ts",
      'schema: { body: { content: { "text/plain": {} } } }',
    ],
    ["transaction typed as any connection", server, "const lock = (tx: Db, id: string) => id;"],
    ["transaction typed as any connection", server, 'const lock = (tx: LoginDeps["db"]) => tx;'],
  ])("include the breach %s", (name, file, text) => {
    expect(findForbiddenWords(file, `first line\n${text}`)).toEqual([expect.stringContaining(`${file}:2 ${name}`)]);
  });

  it("lets the access log and the client name the header they carry", () => {
    expect(findForbiddenWords("apps/server/src/http/observability/access-log.ts", "x-username")).toEqual([]);
    expect(findForbiddenWords("apps/web/src/lib/api/calls.ts", "x-username")).toEqual([]);
  });

  it("allows a transaction, and a connection called so", () => {
    expect(findForbiddenWords(server, "const lock = (tx: Tx, db: Db) => tx;")).toEqual([]);
  });

  it("says nothing about ordinary text", () => {
    expect(findForbiddenWords(server, "const todos = only.skip; // a home/page")).toEqual([]);
  });
});
