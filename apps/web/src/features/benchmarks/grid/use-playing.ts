import { useCallback, useEffect, useRef, useState } from "react";
import { type CellAddress, writeAddress } from "../cell-address.ts";

const SETTLE_MS = 200;

const wantsLessMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Playing {
  /** The address of the playing cell. */
  address: string | undefined;
  /** Called when the pointer or the cursor rests on a cell. */
  settleOn: (cell: CellAddress | undefined) => void;
  toggle: (cell: CellAddress) => void;
  stop: () => void;
}

/** Plays one muted clip: the one under the pointer or the cursor after a delay, or the one requested. */
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
    // No autoplay for users who prefer reduced motion.
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
