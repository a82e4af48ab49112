import { useCallback, useEffect, useRef, useState } from "react";
import { type CellAddress, writeAddress } from "../cell-address.ts";

const SETTLE_MS = 200;

const wantsLessMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Playing {
  /** The address of the cell that plays. */
  address: string | undefined;
  /** The pointer or the cursor rests on a cell. */
  settleOn: (cell: CellAddress | undefined) => void;
  toggle: (cell: CellAddress) => void;
  stop: () => void;
}

/** One clip plays, without sound: the one under the pointer or the cursor once that rests, or the one asked for. */
export const usePlaying = (): Playing => {
  const [address, setAddress] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const stop = useCallback((): void => {
    clearTimeout(timer.current);
    setAddress(undefined);
  }, []);
  const settleOn = useCallback((cell: CellAddress | undefined): void => {
    const next = cell && writeAddress(cell);
    setAddress((now) => (now === next ? now : undefined));
    clearTimeout(timer.current);
    // What moves without being asked to is not for a reader who wants less motion.
    if (next === undefined || wantsLessMotion()) return;
    timer.current = setTimeout(() => setAddress(next), SETTLE_MS);
  }, []);
  const toggle = useCallback((cell: CellAddress): void => {
    clearTimeout(timer.current);
    const next = writeAddress(cell);
    setAddress((now) => (now === next ? undefined : next));
  }, []);
  return { address, settleOn, toggle, stop };
};
