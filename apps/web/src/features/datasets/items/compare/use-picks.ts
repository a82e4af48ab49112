import { useMemo } from "react";
import { MAX_PICKED, type Place } from "../place/item-place.ts";

export interface Picks {
  /** In the order they were chosen. */
  readonly ordinals: readonly number[];
  readonly set: ReadonlySet<number>;
  readonly toggle: (ordinal: number) => void;
  readonly clear: () => void;
  readonly isFull: boolean;
}

/** The items laid on the compare tray; they stay while the reader looks elsewhere in the dataset. */
export const usePicks = (place: Place): Picks => {
  // By what they are: the address makes a new list whenever anything in it changes, and every tile would be drawn anew.
  const key = place.values.pick.join();
  const ordinals = useMemo(() => (key === "" ? [] : key.split(",").map(Number)), [key]);
  const set = useMemo(() => new Set(ordinals), [ordinals]);
  return {
    ordinals,
    set,
    isFull: ordinals.length >= MAX_PICKED,
    toggle: (ordinal) =>
      place.set(
        ({ pick }) => {
          const next = pick.includes(ordinal) ? pick.filter((other) => other !== ordinal) : [...pick, ordinal];
          return { pick: next.length <= MAX_PICKED ? next : pick };
        },
        { replace: true },
      ),
    clear: () => place.set({ pick: [], wall: undefined }),
  };
};
