import type { ReactNode } from "react";
import styles from "./drawer.module.css";

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={title}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </section>
);
