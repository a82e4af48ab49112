import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNowEachSecond } from "../../../../ui/use-now.ts";
import styles from "../judging.module.css";
import type { Undo } from "../state/use-undo.ts";

/** The last judgement, while it can be undone. */
export const UndoStrip = ({ undo }: { undo: Undo }) =>
  undo.last ? <Countdown undo={undo} untilMs={undo.last.untilMs} /> : null;

const Countdown = ({ undo, untilMs }: { undo: Undo; untilMs: number }) => {
  const { t } = useTranslation();
  const leftS = Math.max(0, Math.ceil((untilMs - useNowEachSecond()) / 1_000));
  return (
    <div className={styles.undo}>
      <span>{t("evaluations.undo.given")}</span>
      <Button size="small" loading={undo.isUndoing} onClick={undo.undo} aria-label={t("evaluations.undo.action")}>
        {t("evaluations.undo.action")} <kbd className={styles.cap}>U</kbd>
      </Button>
      <span className={`${styles.quiet} ds-number`}>{t("evaluations.undo.left", { count: leftS })}</span>
    </div>
  );
};
