import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { hasModifier } from "../../ui/keyboard.ts";
import styles from "./synced-player.module.css";

const STEP = 0.02;

interface WipeHandleProps {
  share: number;
  onMove: (share: number) => void;
}

/** The divider between the front clip and the one behind it: moved by dragging or with the arrow keys. */
export const WipeHandle = ({ share, onMove }: WipeHandleProps) => {
  const { t } = useTranslation();
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = (currentTarget.parentElement ?? currentTarget).getBoundingClientRect();
    if (width > 0) onMove((clientX - left) / width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = {
      ArrowLeft: share - STEP,
      ArrowDown: share - STEP,
      ArrowRight: share + STEP,
      ArrowUp: share + STEP,
      Home: 0,
      End: 1,
    }[event.key];
    if (target === undefined || hasModifier(event)) return;
    event.preventDefault();
    onMove(target);
  };
  return (
    <div className={styles.wipe}>
      <div
        className={styles.handle}
        style={{ left: `${share * 100}%` }}
        role="slider"
        tabIndex={0}
        aria-label={t("player.wipe")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      />
    </div>
  );
};
