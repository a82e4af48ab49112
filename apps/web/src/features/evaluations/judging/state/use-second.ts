import { useEffect, useState } from "react";

/** The time, renewed each second, for countdowns only. */
export const useSecond = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
