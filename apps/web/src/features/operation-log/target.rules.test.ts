import { expect, it } from "vitest";
import { isLongId, targetOf } from "./target.rules.ts";
import { anEntry } from "./testing/an-entry.ts";

const ID = "01a1f0c2-0000-7000-8000-000000000001";
const of = (meta: Record<string, unknown>) => targetOf(anEntry(1, { meta }).meta);

it("the target of an entry is its kind, its name and its id", () => {
  expect(of({ target: `label_task:${ID}`, name: "Hands" })).toEqual({ kind: "label_task", name: "Hands", id: ID });
  expect(of({ target: `task:${ID}`, name: { from: "Old", to: "New" } }).name).toBe("New");
  expect(of({ target: `user:${ID}`, before: { username: "mei" } }).name).toBe("mei");
  expect(of({ target: `task:${ID}` }).name).toBeUndefined();
});

it("an address is the target as it is, and a route has no name", () => {
  expect(of({ target: "mei@customer.example" })).toEqual({
    kind: undefined,
    name: undefined,
    id: "mei@customer.example",
  });
  expect(of({ target: "route:GET /x" })).toEqual({ kind: "route", name: undefined, id: "GET /x" });
  expect([ID, "mei@customer.example", "GET /x"].map(isLongId)).toEqual([true, false, false]);
});
