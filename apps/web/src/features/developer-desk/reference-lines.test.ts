import { contract } from "@dailies/contract";
import { expect, it } from "vitest";
import { matching, referenceLines } from "./reference-lines.ts";

const lines = referenceLines(contract);
const names = (search: string): string[] => matching(lines, search).map((line) => line.name);

it("the API reference lists every call of the contract", () => {
  const count = Object.values(contract).reduce((sum, routes) => sum + Object.keys(routes).length, 0);
  expect(lines.length).toBe(count);
  expect(names("")).toContain("system.getHealth");
});

it("the API reference is searched by method, path, access and text at once", () => {
  expect(names("set_password")).toEqual(["auth.setPassword"]);
  expect(names("DELETE session")).toEqual(["auth.endSession"]);
  expect(names("internal system/health")).toEqual(["system.getHealth"]);
  expect(names("no such thing")).toEqual([]);
});

it("the API reference names what a call takes, each choice of a union for itself", () => {
  const takes = (name: string) => lines.find((line) => line.name === name)?.takes;
  expect(takes("auth.endSession")).toEqual(["id"]);
  expect(takes("auth.login")).toEqual(["username + password | email + code"]);
});
