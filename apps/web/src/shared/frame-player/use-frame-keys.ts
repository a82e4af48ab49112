import { useEffect, useRef } from "react";
import { hasModifier } from "../../ui/keyboard.ts";
import { withLoopEnd, withLoopStart } from "../synced-player/controller/sync-rules.ts";
import { PLAYER_RATES } from "../synced-player/types.ts";
import type { Player } from "../synced-player/use-player.ts";

const TYPED_INTO = "input:not([type=range]), textarea, select, [contenteditable=true], [role=combobox]";
const PRESSED_BY_SPACE = "button, summary, a, [role=option], input, [role=slider]";

const nextRate = (rate: number, by: number): number => {
  const at = PLAYER_RATES.findIndex((each) => each >= rate);
  return PLAYER_RATES[Math.min(PLAYER_RATES.length - 1, Math.max(0, at + by))] ?? 1;
};

/** Returns true if the key was handled. */
const act = ({ controller, snapshot }: Player, key: string): boolean => {
  const { frames, frame } = controller;
  switch (key) {
    case ",":
      controller.step(-1);
      return true;
    case ".":
      controller.step(1);
      return true;
    case " ":
      if (snapshot.wantsToPlay) controller.pause();
      else controller.play();
      return true;
    case "i":
      controller.setLoop(withLoopStart(snapshot.loop, frames.startOf(frame), snapshot.durationS));
      return true;
    case "o":
      controller.setLoop(withLoopEnd(snapshot.loop, frames.endOf(frame)));
      return true;
    case "l":
      controller.setLooping(!snapshot.isLooping);
      return true;
    case "[":
    case "]":
      controller.setRate(nextRate(snapshot.rate, key === "[" ? -1 : 1));
      return true;
    default:
      return false;
  }
};

const isElsewhere = (event: KeyboardEvent): boolean => {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  return target.closest(TYPED_INTO) !== null || (key === " " && target.closest(PRESSED_BY_SPACE) !== null);
};

/** `,` and `.` step, space plays, `i` `o` `l` loop, `[` and `]` change the speed. */
export const useFrameKeys = (player: Player | undefined): void => {
  const latest = useRef(player);
  latest.current = player;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hasModifier(event) || isElsewhere(event) || !latest.current) return;
      if (act(latest.current, event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
};
