import { useEffect, useState } from "react";

const SAMPLE_WORK_MS = 1200;

/** A retry that takes a while and fails again, so that both states can be seen. */
export const useSampleRetry = (): { isRetrying: boolean; retry: () => void } => {
  const [isRetrying, setIsRetrying] = useState(false);
  useEffect(() => {
    if (!isRetrying) return undefined;
    const timer = setTimeout(() => setIsRetrying(false), SAMPLE_WORK_MS);
    return () => clearTimeout(timer);
  }, [isRetrying]);
  return { isRetrying, retry: () => setIsRetrying(true) };
};
