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

it("the shard map grades means from the smallest to the largest, and sets shards without one apart", () => {
  const means = { column: "score", means: [-4, null, 6], states: [1, 2, 1] };
  const { grades, min, max } = gradeCells({ ...columns, means }, "mean");
  expect([...grades]).toEqual([0, STEPS, STEPS - 1]);
  expect([min, max]).toEqual([-4, 6]);
  expect(brushesOf("mean", (name) => (name === "line-strong" ? name : "#000000"))[STEPS]).toBe("line-strong");
  expect([...gradeCells(columns, "mean").grades]).toEqual([STEPS, STEPS, STEPS]);
});

it("the shard map shows equal means in one colour", () => {
  const means = { column: "score", means: [2, 2, 2], states: [1, 1, 1] };
  expect([...gradeCells({ ...columns, means }, "mean").grades]).toEqual([STEPS - 1, STEPS - 1, STEPS - 1]);
});

it("mixColours blends two colours of the theme", () => {
  expect(mixColours("#000000", "#ffffff", 0.5)).toBe("rgb(128 128 128)");
  expect(mixColours("#102030", "#102030", 1)).toBe("rgb(16 32 48)");
});
