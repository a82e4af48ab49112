import { useEffect, useRef } from "react";

/** How long a sample without video stays on screen while streaming. */
const STILL_MS = 3_000;

/** Ends a streamed sample that has no end of its own. */
export const useEnd = (isStill: boolean, onEnd: () => void): void => {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (!isStill) return undefined;
    const timer = setTimeout(() => latest.current(), STILL_MS);
    return () => clearTimeout(timer);
  }, [isStill]);
};
