import { expect, it } from "vitest";
import { readAskedRange } from "./asked-range.ts";

it.each([
  [null, { kind: "whole" }],
  ["bytes=0-", { kind: "part", begin: 0, end: 1_000 }],
  ["bytes=0-1", { kind: "part", begin: 0, end: 2 }],
  ["bytes=999-999", { kind: "part", begin: 999, end: 1_000 }],
  ["bytes=10-99999", { kind: "part", begin: 10, end: 1_000 }],
  ["bytes=-5", { kind: "part", begin: 995, end: 1_000 }],
  ["bytes=-5000", { kind: "part", begin: 0, end: 1_000 }],
  ["bytes=-0", { kind: "beyond" }],
  ["bytes=1000-", { kind: "beyond" }],
  ["bytes=1000-2000", { kind: "beyond" }],
  ["bytes=9-5", { kind: "whole" }],
  ["bytes=0-1,5-6", { kind: "whole" }],
  ["bytes=-", { kind: "whole" }],
  ["lines=0-1", { kind: "whole" }],
  ["bytes=1e2-", { kind: "whole" }],
])("readAskedRange parses the header %j", (header, asked) => expect(readAskedRange(header, 1_000)).toEqual(asked));

it("readAskedRange finds no range in an empty clip", () => {
  expect(readAskedRange("bytes=0-", 0)).toEqual({ kind: "beyond" });
  expect(readAskedRange(null, 0)).toEqual({ kind: "whole" });
});
