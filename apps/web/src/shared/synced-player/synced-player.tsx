import { type Dispatch, useEffect, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useStored } from "../../ui/use-stored.ts";
import { PlayerBar } from "./player-bar.tsx";
import { PlayerMarks } from "./player-marks.tsx";
import { PlayerOptions } from "./player-options.tsx";
import { PlayerStage } from "./player-stage.tsx";
import styles from "./synced-player.module.css";
import { MAX_PLAYER_CLIPS, type PlayerClip, type PlayerMark } from "./types.ts";
import { usePlayer } from "./use-player.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { changeView, firstView, PLAYER_MODES, type PlayerMode, type ViewAct, type ViewState } from "./view-state.ts";

export interface SyncedPlayerProps {
  /** Two to nine. */
  clips: readonly PlayerClip[];
  /** Takes the focus on mount, so that shortcuts work; off if it is one of several components. */
  takesFocus?: boolean;
  /** Overrides the mode last used in this browser. */
  startsAs?: PlayerMode;
  /** Shown on the timeline and as links below it. */
  marks?: readonly PlayerMark[];
}

/** Plays clips in sync, side by side or overlaid. Remounts for other clips. */
export const SyncedPlayer = (props: SyncedPlayerProps) => {
  const clips = props.clips.slice(0, MAX_PLAYER_CLIPS);
  return <Player {...props} key={clips.map(({ id, media_url }) => `${id} ${media_url}`).join(" ")} clips={clips} />;
};

const useView = (startsAs: PlayerMode | undefined): [ViewState, Dispatch<ViewAct>] => {
  const [last, remember] = useStored("synced-player.mode", "side");
  const known = PLAYER_MODES.find((mode) => mode === last) ?? "side";
  const [view, change] = useReducer(changeView, startsAs ?? known, firstView);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the mode is persisted.
  useEffect(() => {
    if (!isFirst.current) remember(view.mode);
    isFirst.current = false;
  }, [view.mode]);
  return [view, change];
};

const Player = ({ clips, takesFocus = true, startsAs, marks }: SyncedPlayerProps) => {
  const { t } = useTranslation();
  const root = useRef<HTMLElement>(null);
  const [view, change] = useView(startsAs);
  const { stage, player } = usePlayer(clips);
  const onKeyDown = usePlayerKeys(player, clips.length, change);
  useEffect(() => {
    if (takesFocus) root.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section
      ref={root}
      className={styles.player}
      aria-label={t("player.region", { count: clips.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be focusable for its shortcuts to work.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <PlayerStage clips={clips} view={view} onView={change} player={player} stage={stage} hasDigitKeys />
      {player ? <PlayerBar player={player} marks={marks} /> : <div className={styles.bar} />}
      {player && marks && marks.length > 0 ? <PlayerMarks player={player} marks={marks} /> : null}
      <PlayerOptions clips={clips} view={view} onView={change} player={player} />
    </section>
  );
};
