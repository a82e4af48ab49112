import type { Dispatch, KeyboardEvent } from "react";
import { hasModifier, usesOwnKeys } from "../../ui/keyboard.ts";
import { withLoopEnd, withLoopStart } from "./controller/sync-rules.ts";
import type { Player } from "./use-player.ts";
import type { ViewAct } from "./view-state.ts";

const isPressable = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, [role=combobox], [role=option]") !== null;

const actOnClips = ({ controller, snapshot }: Player, key: string, isShifted: boolean): boolean => {
  const { wantsToPlay, loop, durationS, isLooping } = snapshot;
  switch (key) {
    case " ":
      if (wantsToPlay) controller.pause();
      else controller.play();
      return true;
    case "ArrowLeft":
    case "ArrowRight": {
      const direction = key === "ArrowLeft" ? -1 : 1;
      if (isShifted) controller.seek(controller.timeS + direction);
      else controller.step(direction);
      return true;
    }
    case "i":
      controller.setLoop(withLoopStart(loop, controller.frames.startOf(controller.frame), durationS));
      return true;
    case "o":
      controller.setLoop(withLoopEnd(loop, controller.frames.endOf(controller.frame)));
      return true;
    case "l":
      controller.setLooping(!isLooping);
      return true;
    default:
      return false;
  }
};

const actOnView = (key: string, clips: number, change: Dispatch<ViewAct>): boolean => {
  const number = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (number > clips) return false;
  if (number > 0) change({ act: "number", index: number - 1 });
  else if (key === "m") change({ act: "nextMode" });
  else if (key === "x") change({ act: "swap" });
  else return false;
  return true;
};

/** Space, arrows, i, o, l, m, x and digits; not propagated, because they may mean something else outside. */
export const usePlayerKeys =
  (player: Player | undefined, clips: number, change: Dispatch<ViewAct>) =>
  (event: KeyboardEvent): void => {
    if (hasModifier(event) || usesOwnKeys(event.target)) return;
    if (event.key === " " && isPressable(event.target)) return;
    const isOurs =
      (player !== undefined && actOnClips(player, event.key, event.shiftKey)) || actOnView(event.key, clips, change);
    if (isOurs) event.preventDefault();
  };
