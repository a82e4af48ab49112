import { withLoopEnd, withLoopStart } from "../../../shared/synced-player/controller/sync-rules.ts";
import { PLAYER_RATES } from "../../../shared/synced-player/types.ts";
import type { Player } from "../../../shared/synced-player/use-player.ts";
import type { ItemView } from "./use-item-view.ts";

const changeRate = (player: Player | undefined, by: 1 | -1): void => {
  const at = PLAYER_RATES.findIndex((rate) => rate >= (player?.snapshot.rate ?? 1));
  const next = PLAYER_RATES[Math.min(PLAYER_RATES.length - 1, Math.max(0, at + by))];
  if (next !== undefined) player?.controller.setRate(next);
};

/** Without segments, the keys for them set the loop, as in the other players. */
const setLoop = (player: Player | undefined, edge: "start" | "end"): void => {
  if (!player) return;
  const { controller, snapshot } = player;
  const { frames, frame } = controller;
  if (edge === "start") controller.setLoop(withLoopStart(snapshot.loop, frames.startOf(frame), snapshot.durationS));
  else controller.setLoop(withLoopEnd(snapshot.loop, frames.endOf(frame)));
};

/** What the keys of the player do, in each mode of the workspace. */
export const playerActs = ({ player, editors, editorForKeys, changeClips }: ItemView) => {
  const controller = player?.controller;
  const toggle = (): void => {
    if (controller?.snapshot.wantsToPlay) controller.pause();
    else controller?.play();
  };
  const back = (): void => controller?.step(-1);
  const on = (): void => controller?.step(1);
  return {
    begin: () => (editors.size > 0 ? editorForKeys()?.begin() : setLoop(player, "start")),
    end: () => (editors.size > 0 ? editorForKeys()?.end() : setLoop(player, "end")),
    play: toggle,
    playToo: toggle,
    back,
    on,
    backToo: back,
    onToo: on,
    slower: () => changeRate(player, -1),
    faster: () => changeRate(player, 1),
    view: () => changeClips({ act: "nextMode" }),
    loop: () => controller?.setLooping(!controller.snapshot.isLooping),
  };
};
