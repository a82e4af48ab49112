import { type ReactNode, useId } from "react";
import styles from "../tools.module.css";

interface CardProps {
  title: string;
  /** One-sentence description. */
  about: string;
  action?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}

export const Card = ({ title, about, action, isWide, children }: CardProps) => {
  const titleId = useId();
  return (
    <section className={isWide ? `${styles.card} ${styles.wide}` : styles.card} aria-labelledby={titleId}>
      <div className={styles.cardHead}>
        <div className={styles.cardWords}>
          <h2 id={titleId} className={styles.cardTitle}>
            {title}
          </h2>
          <p className={styles.about}>{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
};
