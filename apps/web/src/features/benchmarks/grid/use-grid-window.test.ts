import type { VirtualItem } from "@tanstack/react-virtual";
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useRecycledKeys } from "./use-grid-window.ts";

const items = (...indexes: number[]): VirtualItem[] => indexes.map((index) => ({ index }) as VirtualItem);

it("a row that scrolls in takes the slot of the row that left", () => {
  const { result, rerender } = renderHook(useRecycledKeys, { initialProps: items(0, 1, 2, 3) });
  const before = result.current;
  rerender(items(1, 2, 3, 4));
  expect(result.current).toEqual([before[1], before[2], before[3], before[0]]);
});

it.each([[items(0, 5, 6, 7)], [items(5, 6, 7, 40)], [items(3)], [items(0, 1)], [[]]])(
  "no slot is used twice, also with one row apart",
  (shown) => {
    const { result } = renderHook(useRecycledKeys, { initialProps: shown });
    expect(new Set(result.current).size).toBe(shown.length);
  },
);
