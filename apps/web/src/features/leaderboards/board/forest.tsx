import type { Interval } from "@dailies/contract";
import { seriesStyle } from "../../../ui/chart/series-style.ts";
import { placeOn, type Scale } from "../board.rules.ts";
import styles from "./board.module.css";

interface ForestProps {
  /** Determines the colour, which is the same on every chart. */
  name: string;
  interval: Interval | null;
  scale: Scale;
  /** The value of the entry all others are compared with. */
  reference: number | undefined;
}

/** Forest plot: a point with its interval. Hidden from screen readers, because the numbers are next to it. */
export const Forest = ({ name, interval, scale, reference }: ForestProps) => {
  const colour = `var(--ds-${seriesStyle(name).colour})`;
  const at = (value: number): string => `${placeOn(scale, value)}%`;
  return (
    <span className={styles.forest} aria-hidden="true">
      {reference === undefined ? null : <span className={styles.reference} style={{ left: at(reference) }} />}
      {interval ? (
        <>
          <span
            className={styles.whisker}
            style={{ left: at(interval.low), right: `${100 - placeOn(scale, interval.high)}%`, background: colour }}
          />
          <span className={styles.point} style={{ left: at(interval.value), background: colour }} />
        </>
      ) : null}
    </span>
  );
};
