import { useEffect, useRef, useState } from "react";

interface Settled {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Hands on at once what is typed, as Enter does. */
  readonly settle: () => void;
}

/** What stands in a box, handed on when the typing rests. */
export const useDebouncedInput = (value: string, restMs: number, onSettle: (typed: string) => void): Settled => {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const latest = useRef(onSettle);
  latest.current = onSettle;

  // The value changed by another hand (Back, "clear"): it wins over what stands in the box.
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
