import type { PermissionItem } from "@dailies/contract";
import { expect, it } from "vitest";
import { shownCodes } from "./code-filters.ts";

const code = (key: string, group: string, holders: number, description = ""): PermissionItem => ({
  key,
  name: key.toLowerCase(),
  description,
  group,
  is_system: false,
  bit: null,
  holders,
  version: 1,
});
const codes = [code("B_B", "One", 10), code("A_A", "Two", 9, "Opens the vault"), code("C_C", "One", 100)];
const none = { q: "", order: "asc" } as const;
const keys = (values: Parameters<typeof shownCodes>[1]): string[] => shownCodes(codes, values).map(({ key }) => key);

it("the filter of permission codes keeps the server's order until one is chosen", () => {
  expect(keys(none)).toEqual(["B_B", "A_A", "C_C"]);
});

it("the filter of permission codes looks through key, name and description", () => {
  expect(keys({ ...none, q: " VAULT " })).toEqual(["A_A"]);
  expect(keys({ ...none, q: "c_c" })).toEqual(["C_C"]);
});

it("the filter of permission codes filters by group and sorts numbers as numbers", () => {
  expect(keys({ ...none, group: "One" })).toEqual(["B_B", "C_C"]);
  expect(keys({ ...none, sort: "holders" })).toEqual(["A_A", "B_B", "C_C"]);
  expect(keys({ ...none, sort: "key", order: "desc" })).toEqual(["C_C", "B_B", "A_A"]);
});
