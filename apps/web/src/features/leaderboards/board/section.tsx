import { type ReactNode, useId } from "react";
import styles from "./board.module.css";

interface SectionProps {
  title: string;
  /** What the numbers mean and are based on. */
  hint?: string;
  /** May be wider than the page, so it scrolls horizontally. */
  isWide?: boolean;
  children: ReactNode;
}

export const Section = ({ title, hint, isWide, children }: SectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {hint === undefined ? null : <p className={styles.reading}>{hint}</p>}
      {isWide ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <div className={styles.frame} tabIndex={0}>
          {children}
        </div>
      ) : (
        children
      )}
    </section>
  );
};
