import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useOperatorCheck } from "./operator-check.ts";

export type WalkState = "walking" | "stopped" | "done" | "failed";

export interface SliceWalk<Found> {
  state: WalkState;
  found: Found;
  /** From the start to the newest slice. */
  elapsedMs: number;
  error: unknown;
}

interface WalkOptions<Found> {
  /** One request; it must make progress, or throw. */
  step: (found: Found, signal: AbortSignal) => Promise<Found>;
  isDone: (found: Found) => boolean;
}

interface RunningWalk<Found> {
  walk: SliceWalk<Found> | undefined;
  start: (first: Found) => void;
  stop: () => void;
}

/** Runs a long check as many short requests: reports progress after each, and can be stopped in between. */
export const useSliceWalk = <Found>({ step, isDone }: WalkOptions<Found>): RunningWalk<Found> => {
  const check = useOperatorCheck();
  const [walk, setWalk] = useState<SliceWalk<Found>>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const goOn = async (first: Found, signal: AbortSignal): Promise<void> => {
    await check();
    const startedAt = performance.now();
    let found = first;
    while (!isDone(found) && !signal.aborted) {
      found = await step(found, signal);
      if (signal.aborted) return;
      const state = isDone(found) ? "done" : "walking";
      setWalk({ state, found, elapsedMs: performance.now() - startedAt, error: undefined });
    }
  };

  const { mutate } = useMutation({
    // A stopped walk has not failed, whatever happened to its last request.
    mutationFn: ({ first, signal }: { first: Found; signal: AbortSignal }) =>
      goOn(first, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
    onError: (error) => setWalk((last) => last && { ...last, state: "failed", error }),
  });

  const start = (first: Found): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setWalk({ state: "walking", found: first, elapsedMs: 0, error: undefined });
    mutate({ first, signal: controller.signal });
  };
  const stop = (): void => {
    running.current?.abort();
    setWalk((last) => last && { ...last, state: "stopped" });
  };
  return { walk, start, stop };
};
