import { useTranslation } from "react-i18next";
import { ScreenOutlet } from "../gates/screen-outlet.tsx";
import styles from "./shells.module.css";

export const SkipLink = () => {
  const { t } = useTranslation();
  const skip = (): void => document.getElementById("content")?.focus();
  return (
    <button type="button" className={styles.skip} onClick={skip}>
      {t("frame.skipToContent")}
    </button>
  );
};

export const Content = () => (
  <main id="content" tabIndex={-1} className={styles.content}>
    <ScreenOutlet />
  </main>
);
