import { expect, it } from "vitest";
import { orderBy } from "./order.ts";
import { seededRandom } from "./random.ts";

it("the row sort orders rows by one column after another, whatever the numbers", () => {
  const random = seededRandom(3);
  const first = Int32Array.from({ length: 500 }, () => random.below(5) - 2);
  const second = Int32Array.from({ length: 500 }, () => random.below(2 ** 31) - 1_000_000);
  const rows = Array.from(orderBy([first, second]), (row) => [first[row] ?? 0, second[row] ?? 0] as const);
  const sorted = [...rows].sort(([a, b], [c, d]) => a - c || b - d);
  expect(rows).toEqual(sorted);
});
