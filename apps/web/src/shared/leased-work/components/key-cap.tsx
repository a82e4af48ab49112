import type { ReactNode } from "react";
import styles from "./leased-work.module.css";

interface KeyCapProps {
  /** In a button of the accent colour. */
  isOnAccent?: boolean;
  children: ReactNode;
}

/** The key that does what the control around it does. */
export const KeyCap = ({ isOnAccent = false, children }: KeyCapProps) => (
  <kbd className={isOnAccent ? styles.capOn : styles.cap}>{children}</kbd>
);
