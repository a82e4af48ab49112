import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNowEachSecond } from "../../../ui/use-now.ts";
import type { Undo } from "../state/use-undo.ts";
import { KeyCap } from "./key-cap.tsx";
import styles from "./leased-work.module.css";

interface UndoStripProps {
  undo: Pick<Undo<unknown>, "last" | "isUndoing" | "undo">;
  /** "Judgement submitted." */
  given: string;
  /** "Undo judgement" */
  action: string;
}

/** The last answer, while it can be undone. */
export const UndoStrip = (props: UndoStripProps) =>
  props.undo.last ? <Countdown {...props} untilMs={props.undo.last.untilMs} /> : null;

const Countdown = ({ undo, untilMs, given, action }: UndoStripProps & { untilMs: number }) => {
  const { t } = useTranslation();
  const leftS = Math.max(0, Math.ceil((untilMs - useNowEachSecond()) / 1_000));
  return (
    <div className={styles.undo}>
      <span>{given}</span>
      <Button size="small" loading={undo.isUndoing} onClick={undo.undo} aria-label={action}>
        {action} <KeyCap>U</KeyCap>
      </Button>
      <span className={`${styles.quiet} ds-number`}>{t("leasedWork.undo.left", { count: leftS })}</span>
    </div>
  );
};
