import { expect, it } from "vitest";
import { shareWidth } from "./share-width.ts";

const columns = (...sizes: [minimumPx: number, needPx?: number][]) =>
  sizes.map(([minimumPx, needPx]) => ({ minimumPx, needPx }));

it("shareWidth gives spare width to the columns whose text is cut, small needs first", () => {
  // The time needs 20 px more and the prompt 600: the time is shown whole, the prompt gets the rest.
  expect(shareWidth(columns([110, 130], [300, 900], [100]), 610)).toEqual([130, 380, 100]);
});

it("shareWidth takes what other columns do not use when there is no spare width", () => {
  expect(shareWidth(columns([110, 130], [300, 120]), 410)).toEqual([130, 280]);
});

it("shareWidth takes what columns do not use before the table has to be scrolled", () => {
  expect(shareWidth(columns([110, 110], [300, 120]), 250)).toEqual([110, 140]);
  expect(shareWidth(columns([110, 130], [300, 120]), 240)).toEqual([120, 120]);
  expect(shareWidth(columns([110, 130], [300, 120]), 200)).toEqual([110, 120]);
});

it("shareWidth shows a time or a number whole, also when the table has to be scrolled", () => {
  const wide = { minimumPx: 300, needPx: 400 };
  expect(shareWidth([{ minimumPx: 110, needPx: 130, isWhole: true }, wide], 200)).toEqual([130, 300]);
});

it("shareWidth divides the spare width evenly when no need can be met", () => {
  expect(shareWidth(columns([100, 400], [100, 300]), 300)).toEqual([150, 150]);
});

it("shareWidth takes nothing from a column when every need is met", () => {
  expect(shareWidth(columns([100, 120], [200, 50]), 1_000)).toEqual([120, 200]);
});

it("shareWidth keeps the minimum widths without spare width, needs or a table", () => {
  expect(shareWidth(columns([100, 500], [200, 500]), 250)).toEqual([100, 200]);
  expect(shareWidth(columns([100], [200]), 1_000)).toEqual([100, 200]);
  expect(shareWidth(columns([100, 500], [200, 50]), 0)).toEqual([100, 200]);
});
