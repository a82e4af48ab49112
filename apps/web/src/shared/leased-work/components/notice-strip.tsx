import type { ReactNode } from "react";
import styles from "./leased-work.module.css";

interface NoticeStripProps {
  /** Read out at once, and not when the reader is idle. */
  isAlert?: boolean;
  isWarning?: boolean;
  children: ReactNode;
}

/** A line over the whole width of the work. */
export const NoticeStrip = ({ isAlert = false, isWarning = false, children }: NoticeStripProps) => (
  <div role={isAlert ? "alert" : "status"} className={styles.strip} data-tone={isWarning ? "warning" : undefined}>
    {children}
  </div>
);
