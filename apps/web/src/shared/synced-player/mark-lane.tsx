import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./synced-player.module.css";

interface MarkLaneProps {
  durationS: number;
  onMark: (timeS: number) => void;
}

/** Above the timeline, with the same width: a click marks a time. With the keyboard, the parent marks the current one. */
export const MarkLane = ({ durationS, onMark }: MarkLaneProps) => {
  const { t } = useTranslation();
  const mark = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) onMark(Math.min(1, Math.max(0, (clientX - left) / width)) * durationS);
  };
  return (
    <button type="button" className={styles.lane} tabIndex={-1} onClick={mark}>
      {t("player.addMark")}
    </button>
  );
};
