import { type RefObject, useLayoutEffect, useState } from "react";

/** The width an element is given, as it changes. */
export const useWidthPx = (element: RefObject<HTMLElement | null>, usualPx: number): number => {
  const [widthPx, setWidthPx] = useState(usualPx);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const measure = (): void => setWidthPx(watched.clientWidth || usualPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, usualPx]);
  return widthPx;
};
