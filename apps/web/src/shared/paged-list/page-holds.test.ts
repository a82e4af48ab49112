import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPageHolds } from "./page-holds.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the paged list asks for what stays in sight and not for what flew past", () => {
  const onSettle = vi.fn();
  const holds = createPageHolds(60, onSettle);
  const passed = holds.hold(6000);
  vi.advanceTimersByTime(40);
  passed();
  holds.hold(119);
  holds.hold(120);
  vi.advanceTimersByTime(39);
  expect(onSettle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSettle.mock.calls).toEqual([[[1, 2]]]);
});

it("the paged list keeps a page while any of its rows is drawn", () => {
  const onSettle = vi.fn();
  const holds = createPageHolds(60, onSettle);
  const first = holds.hold(0);
  holds.hold(1);
  first();
  vi.advanceTimersByTime(80);
  expect(onSettle).toHaveBeenLastCalledWith([0]);
});
