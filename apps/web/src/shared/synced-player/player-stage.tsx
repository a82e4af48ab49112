import type { CSSProperties, Dispatch, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { PlayerCaption } from "./player-caption.tsx";
import styles from "./synced-player.module.css";
import type { PlayerClip } from "./types.ts";
import type { Player } from "./use-player.ts";
import { columnsFor, layerOf, type ViewAct, type ViewState } from "./view-state.ts";
import { WipeHandle } from "./wipe-handle.tsx";

interface PlayerStageProps {
  clips: readonly PlayerClip[];
  view: ViewState;
  onView: Dispatch<ViewAct>;
  player: Player | undefined;
  stage: RefObject<HTMLDivElement | null>;
  /** The digit keys are bound to the clips, so their captions show the digits. */
  hasDigitKeys: boolean;
}

/** Height of everything around the clips, and below each row of them. */
const AROUND_PX = 220;
const CAPTION_PX = 60;

/** As wide as the page, limited so that the controls stay visible; `--player-height` sets another height. */
const tiles = (count: number): CSSProperties => {
  const columns = columnsFor(count);
  const rows = Math.ceil(count / columns);
  const height = `var(--player-height, (100vh - ${AROUND_PX + CAPTION_PX * rows}px)) / ${rows}`;
  return { gridTemplateColumns: `repeat(${columns}, minmax(0, max(240px, calc(${height} * 16 / 9))))` };
};

const over = (count: number): CSSProperties => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` });

/** Every clip keeps its element in all modes, so that switching drops no frame. */
export const PlayerStage = ({ clips, view, onView, player, stage, hasDigitKeys }: PlayerStageProps) => {
  const { t } = useTranslation();
  const isWiped = view.mode === "wipe";
  const isSide = view.mode === "side";
  const states = player?.snapshot.states ?? {};
  // Between two loops all have ended; only show that one waits for the others.
  const haveAllEnded = Object.values(states).every((state) => state === "ended");
  return (
    <div
      ref={stage}
      className={styles.stage}
      data-mode={view.mode}
      style={isSide ? tiles(clips.length) : over(clips.length)}
    >
      {clips.map((clip, index) => {
        const layer = layerOf(view, index);
        return (
          <figure key={clip.id} className={styles.clip} data-place={layer}>
            <div
              className={styles.frame}
              style={isWiped && layer === "front" ? { clipPath: `inset(0 ${(1 - view.wipeShare) * 100}% 0 0)` } : {}}
            >
              <video
                className={styles.video}
                src={clip.media_url}
                poster={clip.poster ?? undefined}
                muted={view.sound !== index}
                playsInline
                preload="auto"
                tabIndex={-1}
                aria-label={t("player.clip", { number: index + 1, title: clip.title })}
              />
            </div>
            <PlayerCaption
              clip={clip}
              number={hasDigitKeys ? index + 1 : undefined}
              layer={layer}
              state={haveAllEnded && player ? "live" : (states[clip.id] ?? "loading")}
              isHeard={view.sound === index}
              onShow={() => onView({ act: "front", index })}
            />
          </figure>
        );
      })}
      {isWiped ? <WipeHandle share={view.wipeShare} onMove={(share) => onView({ act: "wipe", share })} /> : null}
    </div>
  );
};
