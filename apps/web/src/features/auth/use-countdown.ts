import { useEffect, useState } from "react";

/** Seconds left, computed from the clock so that a suspended tab resumes with the right number. */
export const useCountdown = (): [number, (seconds: number) => void] => {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (seconds: number): void => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [secondsLeft, start];
};
