import type { ImportedRow } from "@dailies/contract";
import { expect, it } from "vitest";
import { writeCsv } from "../../../lib/csv.ts";
import { reportCsv, templateCsv } from "./import-csv.ts";

const row = (realname: string): ImportedRow => ({
  line: 2,
  username: "mei",
  email: "mei@example.com",
  realname,
  user_role: "developer",
  perms: ["A_B", "C_D"],
  action: "refused",
  notes: ["the role is unknown", 'say "developer"'],
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠SUM"])(
  "the CSV report keeps %j from being a formula",
  (text) => {
    expect(writeCsv([[text]])).toContain(`'${text}`);
  },
);

it("the CSV report does not change ordinary text", () => {
  expect(writeCsv([["Mei Lin", "a-b", 7]])).toBe("\uFEFFMei Lin,a-b,7\r\n");
});

it("the CSV report quotes what would break a line", () => {
  expect(writeCsv([['say "hi"', "a,b", "two\nlines"]])).toBe('\uFEFF"say ""hi""","a,b","two\nlines"\r\n');
});

it("the CSV report has every line and its notes", () => {
  expect(reportCsv([row("=cmd")]).split("\r\n")).toEqual([
    "\uFEFFline,action,username,email,realname,user_role,perms,notes",
    '2,refused,mei,mei@example.com,\'=cmd,developer,A_B C_D,"the role is unknown; say ""developer"""',
    "",
  ]);
});

it("the import template has the columns the server reads", () => {
  expect(templateCsv().split("\r\n")[0]).toBe("\uFEFFusername,email,realname,user_role,perms");
});
