import { useEffect, useState } from "react";

const REST_MS = 200;

/** The value once it has not changed for a moment, so that a word costs one call and not one for each letter. */
export const useRested = (value: string): string => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
};
