import { expect, it } from "vitest";
import { brushesOf, gradeCells, STEPS } from "./cell-colours.ts";
import { mixColours } from "./mix-colours.ts";

const columns = {
  offset: 0,
  total: 3,
  first_sample: [0, 10, 20],
  samples: [10, 10, 5],
  stored_bytes: [100, 50, 0],
  states: [0, 1, 2],
};

it("the shard map grades cells from zero, so that half the size is half as dark", () => {
  const { grades, min, max } = gradeCells(columns, "bytes");
  expect([...grades]).toEqual([STEPS - 1, Math.round((STEPS - 1) / 2), 0]);
  expect([min, max]).toEqual([0, 100]);
});

it("the shard map gives each state its own brush", () => {
  expect([...gradeCells(columns, "state").grades]).toEqual([0, 1, 2]);
  expect(brushesOf("state", (name) => name)).toEqual(["line-strong", "success", "error", "warning", "error"]);
});

it("mixColours blends two colours of the theme", () => {
  expect(mixColours("#000000", "#ffffff", 0.5)).toBe("rgb(128 128 128)");
  expect(mixColours("#102030", "#102030", 1)).toBe("rgb(16 32 48)");
});
