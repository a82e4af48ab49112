import { useMemo } from "react";
import { type ItemUrlState, MAX_PICKED } from "../url-state/item-url-state.ts";

export interface Picks {
  /** In the order they were chosen. */
  readonly ordinals: readonly number[];
  readonly set: ReadonlySet<number>;
  readonly toggle: (ordinal: number) => void;
  readonly clear: () => void;
  readonly isFull: boolean;
}

/** The items laid on the compare tray; they stay while the reader looks elsewhere in the dataset. */
export const usePicks = (urlState: ItemUrlState): Picks => {
  // By what they are: the address makes a new list whenever anything in it changes, and every tile would be drawn anew.
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
