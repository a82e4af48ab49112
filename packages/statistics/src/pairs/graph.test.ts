import { expect, it } from "vitest";
import { findConnections } from "./graph.ts";

const graphOf = (
  entries: number,
  votes: readonly (readonly [one: number, other: number, score: number, total: number])[],
) =>
  findConnections({
    entries,
    first: Int32Array.from(votes, ([one]) => one),
    second: Int32Array.from(votes, ([, other]) => other),
    score: Float64Array.from(votes, ([, , score]) => score),
    total: Float64Array.from(votes, ([, , , total]) => total),
  });

it("the comparison graph names the groups between which nothing was compared, the largest first", () => {
  const { groups } = graphOf(6, [
    [0, 4, 1, 2],
    [1, 2, 1, 2],
    [2, 5, 0, 2],
  ]);
  expect(groups).toEqual([[1, 2, 5], [0, 4], [3]]);
});

it("the comparison graph groups those who won and lost against each other by some path", () => {
  const { circles, reach } = graphOf(4, [
    [0, 1, 1, 1],
    [1, 2, 1, 1],
    [0, 2, 0, 1],
    [2, 3, 3, 3],
  ]);
  expect(circles).toEqual([[0, 1, 2], [3]]);
  expect(reach[0]?.has(3)).toBe(true);
  expect(reach[3]?.has(0)).toBe(false);
});

it("the comparison graph takes a tie as an edge in both directions, and a pair without votes as none", () => {
  expect(graphOf(2, [[0, 1, 0.5, 1]]).circles).toEqual([[0, 1]]);
  expect(graphOf(2, [[0, 1, 0, 0]]).groups).toEqual([[0], [1]]);
});
