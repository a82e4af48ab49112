import { ArrowLeftOutlined } from "@ant-design/icons";
import type { EvaluationItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../../shared/leased-work/components/key-cap.tsx";
import { LeaseClock } from "../../../../shared/leased-work/components/lease-clock.tsx";
import { formatCount } from "../../../../ui/format.ts";
import styles from "../judging.module.css";
import type { Judging } from "../state/use-judging.ts";
import { JudgementUndo } from "./judgement-undo.tsx";

interface JudgingHeadProps {
  judging: Judging;
  item: EvaluationItem;
  onLeave: () => void;
}

/** The exit, the task's progress, and the remaining lease time. */
export const JudgingHead = ({ judging: { queue, drafts, undo }, item, onLeave }: JudgingHeadProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <header className={styles.head}>
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onLeave}>
        {t("evaluations.leave.button")} <KeyCap>Esc</KeyCap>
      </Button>
      {queue.progress ? (
        <span className={`${styles.quiet} ds-number`}>
          {t("evaluations.votes", {
            done: count(queue.progress.votes_done),
            needed: count(queue.progress.votes_needed),
          })}
        </span>
      ) : null}
      <JudgementUndo undo={undo} />
      <span className={styles.gap} />
      {drafts.storedIn === "none" ? null : (
        <span className={styles.quiet}>{t(`evaluations.draft.${drafts.storedIn}`)}</span>
      )}
      <LeaseClock item={item} queue={queue} />
      <span className={styles.quiet}>
        <KeyCap>?</KeyCap> {t("leasedWork.keysHelp")}
      </span>
    </header>
  );
};
