import { Content } from "./content.tsx";
import styles from "./shells.module.css";

/** Full-window screens without a menu. */
export const Component = () => (
  <div className={styles.rootShell}>
    <Content />
  </div>
);
