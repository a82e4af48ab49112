import { useMemo } from "react";
import { type ItemUrlState, MAX_PICKED } from "../url-state/item-url-state.ts";

export interface Picks {
  /** In selection order. */
  readonly ordinals: readonly number[];
  readonly set: ReadonlySet<number>;
  readonly toggle: (ordinal: number) => void;
  readonly clear: () => void;
  readonly isFull: boolean;
}

/** The items picked for comparison; they are kept while the user navigates the dataset. */
export const usePicks = (urlState: ItemUrlState): Picks => {
  // Memoize by value: the URL state creates a new array on every change, and every tile would re-render.
  const key = urlState.values.pick.join();
  const ordinals = useMemo(() => (key === "" ? [] : key.split(",").map(Number)), [key]);
  const set = useMemo(() => new Set(ordinals), [ordinals]);
  return {
    ordinals,
    set,
    isFull: ordinals.length >= MAX_PICKED,
    toggle: (ordinal) =>
      urlState.set(
        ({ pick }) => {
          const next = pick.includes(ordinal) ? pick.filter((other) => other !== ordinal) : [...pick, ordinal];
          return { pick: next.length <= MAX_PICKED ? next : pick };
        },
        { replace: true },
      ),
    clear: () => urlState.set({ pick: [], wall: undefined }),
  };
};
