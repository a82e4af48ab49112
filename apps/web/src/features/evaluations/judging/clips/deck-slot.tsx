import type { EvaluationItem } from "@dailies/contract";
import { type Dispatch, useEffect, useLayoutEffect, useState } from "react";
import { PlayerStage } from "../../../../shared/synced-player/player-stage.tsx";
import type { PlayerClip } from "../../../../shared/synced-player/types.ts";
import { type PlayerHandle, useLivePlayer, usePlayerHandle } from "../../../../shared/synced-player/use-player.ts";
import type { ViewAct, ViewState } from "../../../../shared/synced-player/view-state.ts";
import styles from "../judging.module.css";
import type { ClipCache } from "./clip-cache.ts";
import type { WatchTracker } from "./use-watch-tracker.ts";

export interface DeckProps {
  cache: ClipCache;
  view: ViewState;
  onView: Dispatch<ViewAct>;
  tracker: WatchTracker;
  onSeen: (leaseId: string) => void;
  /** Registers each player of the deck; undefined when it unmounts. */
  onHandle: (leaseId: string, handle: PlayerHandle | undefined) => void;
}

interface DeckSlotProps extends DeckProps {
  item: EvaluationItem;
  /** It is preloaded and paused at its first frame, hidden. */
  isWaiting: boolean;
}

const clipsOf = ({ slots }: EvaluationItem, cache: ClipCache): readonly PlayerClip[] =>
  slots.map(({ slot, media_url, fps }) => ({
    id: slot,
    title: slot,
    media_url: cache.sourceNow(media_url),
    ...(fps !== null && { fps }),
  }));

/** The clips of one item. The next item has a slot too, so that advancing needs no loading. */
export const DeckSlot = ({ item, isWaiting, cache, view, onView, tracker, onSeen, onHandle }: DeckSlotProps) => {
  // Fixed for the slot's lifetime: another URL would restart the clip.
  const [clips] = useState(() => clipsOf(item, cache));
  const { stage, handle } = usePlayerHandle(clips, isWaiting);
  const player = useLivePlayer(handle);
  useLayoutEffect(() => {
    onHandle(item.lease_id, handle);
    return () => onHandle(item.lease_id, undefined);
  }, [handle, item.lease_id, onHandle]);
  useEffect(() => {
    if (!handle || isWaiting) return undefined;
    const videos = [...(stage.current?.querySelectorAll("video") ?? [])];
    const seen = tracker.of(item.lease_id);
    return handle.frames.add(() => {
      for (const [index, { slot }] of item.slots.entries()) {
        const video = videos[index];
        if (video) seen[slot].note(video.currentTime, video.duration, 1 / handle.fps);
      }
      onSeen(item.lease_id);
    });
  }, [handle, isWaiting, item, tracker, onSeen, stage]);
  return (
    <div className={styles.slot} data-waiting={isWaiting || undefined} inert={isWaiting}>
      <PlayerStage clips={clips} view={view} onView={onView} player={player} stage={stage} />
    </div>
  );
};
