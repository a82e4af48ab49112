import { expect, it } from "vitest";
import { newId } from "./ids.ts";

it("newId makes ids that rise, also many within a millisecond", () => {
  const ids = Array.from({ length: 100_000 }, newId);
  expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ""))).toBe(true);
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true);
});

it("newId makes ids that begin with the time", () => {
  const before = Date.now();
  const madeMs = Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16);
  expect(madeMs).toBeGreaterThanOrEqual(before);
  expect(madeMs).toBeLessThanOrEqual(Date.now());
});
