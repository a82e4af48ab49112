import { DownOutlined, RightOutlined } from "@ant-design/icons";
import type { AttemptItem } from "@dailies/contract";
import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CallStatus } from "../../../shared/call-status/call-status.tsx";
import { Time } from "../../../ui/time.tsx";
import { AttemptDetails } from "./attempt-details.tsx";
import { AttemptFacts } from "./attempt-facts.tsx";
import styles from "./panel.module.css";

interface AttemptCardProps {
  attempt: AttemptItem;
  previous: AttemptItem | undefined;
  isOpenAtFirst: boolean;
  isPinned: boolean;
  /** Absent if the user may not pin. */
  onPin: ((attempt: AttemptItem | "rule") => void) | undefined;
}

export const AttemptCard = ({ attempt, previous, isOpenAtFirst, isPinned, onPin }: AttemptCardProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const id = useId();
  const canPin = onPin && attempt.status === "Succeeded" && !attempt.is_counted;
  return (
    <li className={styles.attempt} data-counted={attempt.is_counted || undefined}>
      <button
        type="button"
        className={styles.attemptHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        <span className={styles.attemptName}>{t("benchmarks.panel.attempt", { n: attempt.n })}</span>
        <CallStatus status={attempt.status} progress={attempt.progress} queuePosition={attempt.queue_position} />
        {attempt.is_counted ? <span className={styles.tag}>{t("benchmarks.panel.counted")}</span> : null}
      </button>
      <p className={styles.attemptLine}>
        {t(`benchmarks.panel.reasons.${attempt.reason}`)} · {t("benchmarks.panel.by", { name: attempt.requested_by })} ·{" "}
        <Time at={attempt.queued_at} />
      </p>
      {attempt.note ? <p className={styles.note}>{attempt.note}</p> : null}
      {isOpen ? (
        <div id={id} className={styles.attemptBody}>
          <AttemptFacts attempt={attempt} />
          {canPin ? (
            <Button size="small" onClick={() => onPin(attempt)}>
              {t("benchmarks.panel.pin")}
            </Button>
          ) : null}
          {onPin && isPinned ? (
            <Button size="small" onClick={() => onPin("rule")}>
              {t("benchmarks.panel.unpin")}
            </Button>
          ) : null}
          <AttemptDetails attempt={attempt} previous={previous} />
        </div>
      ) : null}
    </li>
  );
};
