import { useTranslation } from "react-i18next";
import { MarkLane } from "./mark-lane.tsx";
import styles from "./synced-player.module.css";
import type { PlayerMark } from "./types.ts";
import { type Player, useFrame } from "./use-player.ts";

/** 3.254 → "0:03.25" */
export const preciseClock = (timeS: number): string => {
  const hundredths = Math.floor(Math.max(0, timeS) * 100 + 0.001);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(hundredths / 6_000)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
};

interface PlayerTimelineProps {
  player: Player;
  marks?: readonly PlayerMark[];
  /** Called on a click above the timeline; optional. */
  onMark?: (timeS: number) => void;
  /** The last frame stands where it starts instead of at the end, as on a lane of times. */
  isToScale?: boolean;
}

/** The thumb of the slider, which stays within its track: its middle is half of this away from both ends. */
const THUMB = "16px";

/** The slowest clip's position by frame, with the loop range and the marks. */
export const PlayerTimeline = ({ player, marks = [], onMark, isToScale = false }: PlayerTimelineProps) => {
  const { t } = useTranslation();
  const { controller, snapshot } = player;
  const { frames } = controller;
  const frame = useFrame(player);
  const lastFrame = Math.max(1, frames.lastFrame(snapshot.durationS));
  const { loop, durationS } = snapshot;
  const share = (timeS: number): string => `${durationS > 0 ? (timeS / durationS) * 100 : 0}%`;
  const words = t("player.at", { time: preciseClock(frames.startOf(frame)), frame });
  return (
    <>
      <span className={styles.track} data-lane={onMark ? true : undefined}>
        {onMark ? <MarkLane durationS={durationS} onMark={onMark} /> : null}
        {loop ? (
          <span
            className={styles.range}
            style={{ left: share(loop.fromS), width: share(loop.toS - loop.fromS) }}
            aria-hidden="true"
          />
        ) : null}
        <input
          className={styles.scrub}
          style={
            isToScale ? { width: `calc((100% - ${THUMB}) * ${lastFrame / (lastFrame + 1)} + ${THUMB})` } : undefined
          }
          type="range"
          min={0}
          max={lastFrame}
          step={1}
          value={Math.min(frame, lastFrame)}
          aria-label={t("player.place")}
          aria-valuetext={words}
          onChange={(event) => controller.seek(frames.insideOf(Number(event.target.value)))}
        />
        {marks.map(({ id, timeS }) => (
          <span
            key={id}
            className={styles.tick}
            style={{ left: share(Math.min(timeS, durationS)) }}
            aria-hidden="true"
          />
        ))}
      </span>
      <span className={`${styles.time} ds-number`}>{words}</span>
    </>
  );
};
