import { type Dispatch, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { PlayerStage } from "../../synced-player/player-stage.tsx";
import type { PlayerClip } from "../../synced-player/types.ts";
import { type PlayerHandle, useLivePlayer, usePlayerHandle } from "../../synced-player/use-player.ts";
import type { ViewAct, ViewState } from "../../synced-player/view-state.ts";
import type { LeasedItem } from "../state/lease-queue.ts";
import type { ClipCache } from "./clip-cache.ts";
import styles from "./deck.module.css";

export interface DeckProps<Item extends LeasedItem> {
  cache: ClipCache;
  clipsOf: (item: Item) => readonly PlayerClip[];
  view: ViewState;
  onView: Dispatch<ViewAct>;
  /** Called with each frame that the current item's player displays. */
  onFrame?: (item: Item, videos: readonly HTMLVideoElement[], handle: PlayerHandle) => void;
  /** Registers each player of the deck; undefined when it unmounts. */
  onHandle: (leaseId: string, handle: PlayerHandle | undefined) => void;
}

interface DeckSlotProps<Item extends LeasedItem> extends DeckProps<Item> {
  item: Item;
  /** It is preloaded and paused at its first frame, hidden. */
  isWaiting: boolean;
}

/** The clips of one item. The next item has a slot too, so that advancing needs no loading. */
export const DeckSlot = <Item extends LeasedItem>({
  item,
  isWaiting,
  cache,
  clipsOf,
  view,
  onView,
  onFrame,
  onHandle,
}: DeckSlotProps<Item>) => {
  // Fixed for the slot's lifetime: another URL would restart the clip.
  const [clips] = useState(() =>
    clipsOf(item).map((clip) => ({ ...clip, media_url: cache.sourceNow(clip.media_url) })),
  );
  const { stage, handle } = usePlayerHandle(clips, isWaiting);
  const player = useLivePlayer(handle);
  useLayoutEffect(() => {
    onHandle(item.lease_id, handle);
    return () => onHandle(item.lease_id, undefined);
  }, [handle, item.lease_id, onHandle]);
  const noteFrame = useEffectEvent((videos: readonly HTMLVideoElement[]): void => {
    if (handle) onFrame?.(item, videos, handle);
  });
  useEffect(() => {
    if (!handle || isWaiting) return undefined;
    const videos = [...(stage.current?.querySelectorAll("video") ?? [])];
    return handle.frames.add(() => noteFrame(videos));
  }, [handle, isWaiting, stage]);
  return (
    <div className={styles.slot} data-waiting={isWaiting || undefined} inert={isWaiting}>
      {/* In leased work the digits answer the question. */}
      <PlayerStage clips={clips} view={view} onView={onView} player={player} stage={stage} hasDigitKeys={false} />
    </div>
  );
};
