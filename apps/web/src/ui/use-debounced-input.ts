import { useEffect, useRef, useState } from "react";

interface Settled {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Emits the typed text immediately, as Enter does. */
  readonly settle: () => void;
}

/** The content of an input, emitted after a debounce. */
export const useDebouncedInput = (value: string, restMs: number, onSettle: (typed: string) => void): Settled => {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const latest = useRef(onSettle);
  latest.current = onSettle;

  // The value was changed elsewhere (Back, "clear"): it overrides the typed text.
  if (value !== seen) {
    setSeen(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, value, restMs]);

  const settle = (): void => {
    if (typed !== value) onSettle(typed);
  };
  return { typed, setTyped, settle };
};
