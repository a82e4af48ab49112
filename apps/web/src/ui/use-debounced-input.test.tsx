import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useDebouncedInput } from "./use-debounced-input.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const start = () => {
  const onSettle = vi.fn();
  const hook = renderHook(({ value }) => useDebouncedInput(value, 300, onSettle), { initialProps: { value: "fox" } });
  return { onSettle, ...hook };
};

it("the debounced input passes on the last text once the typing rests", () => {
  const { result, onSettle } = start();
  act(() => result.current.setTyped("foxe"));
  act(() => void vi.advanceTimersByTime(200));
  act(() => result.current.setTyped("foxes"));
  act(() => void vi.advanceTimersByTime(299));
  expect(onSettle).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onSettle.mock.calls).toEqual([["foxes"]]);
});

it("the debounced input shows a value that is changed elsewhere, and passes nothing on for it", () => {
  const { result, rerender, onSettle } = start();
  act(() => result.current.setTyped("foxes"));
  rerender({ value: "" });
  expect(result.current.typed).toBe("");
  act(() => void vi.advanceTimersByTime(1_000));
  act(() => result.current.settle());
  expect(onSettle).not.toHaveBeenCalled();
});
