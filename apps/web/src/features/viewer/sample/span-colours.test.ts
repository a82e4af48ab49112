import { expect, it } from "vitest";
import { aSample } from "../testing/fake-viewer.ts";
import { spanColour } from "./span-colours.ts";

it("the columns of a sample have sixteen different colours, and a size has that of its column", () => {
  const [column] = aSample(0).columns;
  if (!column) throw new Error("the sample has no column");
  const names = Array.from({ length: 17 }, (_, place) => `column-${place}`);
  const sample = { columns: names.map((name) => ({ ...column, name })) };
  expect(new Set(names.map((name) => spanColour(sample, name))).size).toBe(16);
  expect(spanColour(sample, "size of column-3")).toBe(spanColour(sample, "column-3"));
  expect(spanColour(sample, "start of sample 9")).toBeUndefined();
});
