import { useTranslation } from "react-i18next";
import { preciseClock } from "./player-timeline.tsx";
import styles from "./synced-player.module.css";
import type { PlayerMark } from "./types.ts";
import type { Player } from "./use-player.ts";

interface PlayerMarksProps {
  player: Player;
  marks: readonly PlayerMark[];
}

/** The marks in time order; clicking one seeks to it and pauses. */
export const PlayerMarks = ({ player: { controller }, marks }: PlayerMarksProps) => {
  const { t } = useTranslation();
  const go = (timeS: number): void => {
    controller.pause();
    controller.seek(timeS);
  };
  return (
    <ul className={styles.marks} aria-label={t("player.marks")}>
      {marks
        .toSorted((one, other) => one.timeS - other.timeS)
        .map(({ id, timeS, words }) => (
          <li key={id}>
            <button type="button" className={styles.mark} onClick={() => go(timeS)}>
              <span className="ds-number">{preciseClock(timeS)}</span> {words}
            </button>
          </li>
        ))}
    </ul>
  );
};
