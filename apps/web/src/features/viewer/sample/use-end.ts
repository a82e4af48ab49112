import { useEffect, useRef } from "react";

/** What plays no film stays on the screen about as long as it takes to look at it. */
const STILL_MS = 3_000;

/** Ends a sample of a stream that cannot end by itself. */
export const useEnd = (isStill: boolean, onEnd: () => void): void => {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (!isStill) return undefined;
    const timer = setTimeout(() => latest.current(), STILL_MS);
    return () => clearTimeout(timer);
  }, [isStill]);
};
