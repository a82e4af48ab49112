import { useEffect, useLayoutEffect, useRef } from "react";
import { useBrowser } from "../url-state/browser-context.ts";
import { useSource } from "./item-source.ts";

const REST_MS = 400;

/** Keeps the first visible item in the URL, and scrolls to it once when the list is first rendered. */
export const useAnchor = (firstInSight: number, scrollTo: (index: number) => void): void => {
  const { urlState } = useBrowser();
  const source = useSource();
  const latest = useRef({ urlState, scrollTo });
  latest.current = { urlState, scrollTo };
  const hasScrolled = useRef(false);

  useLayoutEffect(() => {
    if (hasScrolled.current || source.count === 0) return;
    hasScrolled.current = true;
    const index = latest.current.urlState.values.at - source.offset;
    if (index > 0 && index < source.count) latest.current.scrollTo(index);
  }, [source]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const { urlState: now } = latest.current;
      const at = source.offset + firstInSight;
      if (hasScrolled.current && at !== now.values.at) now.set({ at }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [firstInSight, source]);
};
