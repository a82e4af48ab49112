import { useEffect, useState } from "react";

/** Debounces a value, so that not every keystroke sends a request. */
export const useDebounced = <T>(value: T, restMs: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
};
