import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { hasModifier } from "../keyboard.ts";
import { type ClipSprite, tileAt } from "./sprite.ts";

const SETTLE_MS = 200;

const wantsLessMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Scrub {
  /** The tile to show; undefined while the poster is shown. */
  tile: number | undefined;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  stop: () => void;
}

/** The pointer's position along the tile selects the frame once it rests; the arrow keys step by one. */
export const useScrub = (sprite: ClipSprite | undefined): Scrub => {
  const [tile, setTile] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);

  const stop = (): void => {
    clearTimeout(timer.current);
    isOver.current = false;
    setTile(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (element: Element, clientX: number): void => {
    const { left, width } = element.getBoundingClientRect();
    if (sprite && width > 0) setTile(tileAt(sprite, (clientX - left) / width));
  };
  return {
    tile: sprite && tile !== undefined ? Math.min(tile, sprite.tiles - 1) : undefined,
    stop,
    onPointerEnter: ({ currentTarget, clientX, pointerType }) => {
      // Touch has no hover, and scrubbing on hover is motion that reduced-motion users did not request.
      if (!sprite || pointerType === "touch" || wantsLessMotion()) return;
      timer.current = setTimeout(() => {
        isOver.current = true;
        show(currentTarget, clientX);
      }, SETTLE_MS);
    },
    onPointerMove: ({ currentTarget, clientX }) => {
      if (isOver.current) show(currentTarget, clientX);
    },
    onPointerLeave: stop,
    onKeyDown: (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!sprite || step === undefined || hasModifier(event)) return;
      // Do not propagate to the surrounding drawer, where the arrow keys navigate to the neighbours.
      event.preventDefault();
      setTile((now) => Math.min(sprite.tiles - 1, Math.max(0, (now ?? -1) + step)));
    },
  };
};
