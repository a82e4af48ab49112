import { useTranslation } from "react-i18next";
import styles from "./synced-player.module.css";
import { type Player, useFrame } from "./use-player.ts";

/** 3.254 → "0:03.25" */
export const preciseClock = (timeS: number): string => {
  const hundredths = Math.floor(Math.max(0, timeS) * 100 + 0.001);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(hundredths / 6_000)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
};

/** The place of the slowest clip by frame, with the range that repeats. */
export const PlayerTimeline = ({ player }: { player: Player }) => {
  const { t } = useTranslation();
  const { controller, snapshot, fps } = player;
  const frame = useFrame(player);
  const lastFrame = Math.max(1, Math.round(snapshot.durationS * fps) - 1);
  const { loop, durationS } = snapshot;
  const share = (timeS: number): string => `${durationS > 0 ? (timeS / durationS) * 100 : 0}%`;
  const words = t("shared.player.at", { time: preciseClock(frame / fps), frame });
  return (
    <>
      <span className={styles.track}>
        {loop ? (
          <span
            className={styles.range}
            style={{ left: share(loop.fromS), width: share(loop.toS - loop.fromS) }}
            aria-hidden="true"
          />
        ) : null}
        <input
          className={styles.scrub}
          type="range"
          min={0}
          max={lastFrame}
          step={1}
          value={Math.min(frame, lastFrame)}
          aria-label={t("shared.player.place")}
          aria-valuetext={words}
          onChange={(event) => controller.seek((Number(event.target.value) + 0.5) / fps)}
        />
      </span>
      <span className={`${styles.time} ds-number`}>{words}</span>
    </>
  );
};
