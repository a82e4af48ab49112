import { expect, it } from "vitest";
import { addressOfView, itemAddress } from "./view-address.ts";

const id = "0198da7a-0000-7000-9000-000000000001";
const view = {
  id,
  dataset_id: id,
  name: "Sharp",
  version: 3,
  q: "fox",
  order_by: "-aesthetic",
  seed: 7,
  items: 12,
  created_by: "mei",
  created_at: "2026-01-02T03:04:05Z",
  where: "fps > 24 OR width > 5",
  filters: [{ field: "codec", op: "eq" as const, value: "avc1" }],
};

it("the view address writes a view as the address that shows it, with its filters and its text as one", () => {
  const [path, query] = addressOfView(view).split("?");
  expect(path).toBe("/dataset");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    id,
    version: "3",
    q: "fox",
    order: "-aesthetic",
    seed: "7",
    where: "codec = 'avc1' AND (fps > 24 OR width > 5)",
  });
});

it("the address of an item names the version", () => {
  expect(itemAddress({ id, version: 2 }, 41)).toBe(`/dataset?id=${id}&version=2&item=41`);
});
