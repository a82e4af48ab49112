import type { EvaluationItem } from "@dailies/contract";
import type { Dispatch, RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ClipCache } from "../../../../shared/leased-work/clips/clip-cache.ts";
import { Deck } from "../../../../shared/leased-work/clips/deck.tsx";
import { PlayerBar } from "../../../../shared/synced-player/player-bar.tsx";
import { PlayerOptions } from "../../../../shared/synced-player/player-options.tsx";
import type { PlayerClip, PlayerMark } from "../../../../shared/synced-player/types.ts";
import type { Player, PlayerHandle } from "../../../../shared/synced-player/use-player.ts";
import { firstView, type ViewAct, type ViewState } from "../../../../shared/synced-player/view-state.ts";
import styles from "../judging.module.css";
import type { WatchTracker } from "./use-watch-tracker.ts";

interface JudgePlayerProps {
  items: readonly EvaluationItem[];
  cache: ClipCache;
  view: ViewState;
  onView: Dispatch<ViewAct>;
  tracker: WatchTracker;
  onSeen: (leaseId: string) => void;
  onHandle: (leaseId: string, handle: PlayerHandle | undefined) => void;
  player: Player | undefined;
  marks: readonly PlayerMark[];
  onMark: (timeS: number) => void;
  stage: RefObject<HTMLElement | null>;
}

const ALONE = firstView("side");

const clipsOf = ({ slots }: EvaluationItem): readonly PlayerClip[] =>
  slots.map(({ slot, media_url, fps }) => ({ id: slot, title: slot, media_url, ...(fps !== null && { fps }) }));

/** The clips with their clock and timeline. Shortcuts are bound by the page. */
export const JudgePlayer = (props: JudgePlayerProps) => {
  const { items, cache, onView, tracker, onSeen, onHandle, player, marks, onMark, stage } = props;
  const { t } = useTranslation();
  const clips = items[0] ? clipsOf(items[0]) : [];
  const view = clips.length > 1 ? props.view : ALONE;
  const noteSeen = (item: EvaluationItem, videos: readonly HTMLVideoElement[], { fps }: PlayerHandle): void => {
    const seen = tracker.of(item.lease_id);
    for (const [index, { slot }] of item.slots.entries()) {
      const video = videos[index];
      if (video) seen[slot].note(video.currentTime, video.duration, 1 / fps);
    }
    onSeen(item.lease_id);
  };
  return (
    <section
      ref={stage}
      className={styles.player}
      aria-label={t("evaluations.stage", { count: clips.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page's shortcuts need an initial focus target.
      tabIndex={0}
    >
      <Deck
        items={items}
        cache={cache}
        clipsOf={clipsOf}
        view={view}
        onView={onView}
        onFrame={noteSeen}
        onHandle={onHandle}
      />
      {player ? <PlayerBar player={player} marks={marks} onMark={onMark} /> : <div className={styles.barPlace} />}
      <PlayerOptions
        clips={clips}
        view={view}
        onView={onView}
        player={player}
        keysHint={t(clips.length > 1 ? "evaluations.keysHint" : "evaluations.keysHintOfOne")}
      />
    </section>
  );
};
