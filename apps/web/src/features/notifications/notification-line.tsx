import type { Notification } from "@dailies/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelTaskAddress, PATHS } from "../../lib/paths.ts";
import { DECIDED_ON } from "../../shared/approvals/decided-on.ts";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./notifications.module.css";

interface NotificationLineProps {
  notification: Notification;
  /** The drawer closes when a screen is opened. */
  onOpen: () => void;
}

const TASK_SCREENS = {
  Benchmark: PATHS.taskGenerate,
  Evaluation: PATHS.taskBenchmark,
  DataProcessing: PATHS.taskManage,
} as const;

const addressOf = (it: Notification): string => {
  switch (it.kind) {
    case "judging_opened":
      return `${PATHS.evaluating}?task=${it.task.id}`;
    case "labelling_asked":
    case "label_returned":
      return labelTaskAddress(it.label_task.id);
    case "member_added":
    case "generation_finished":
      return `${TASK_SCREENS[it.task.kind]}?task=${it.task.id}`;
    case "board_shared":
      return `${PATHS.sharedBoard}?task=${it.task.id}`;
    case "request_decided":
      return DECIDED_ON[it.what];
  }
};

const detailOf = (it: Notification, t: TFunction, language: string): string => {
  const shown = (count: number) => ({ count, shown: formatCount(count, language) });
  switch (it.kind) {
    case "judging_opened":
      return t("notifications.judgingOpened");
    case "labelling_asked":
      return t("notifications.labellingAsked");
    case "member_added":
      return t("notifications.memberAdded", { by: it.by });
    case "generation_finished":
      return it.failed > 0
        ? t("notifications.generatedWithFailures", {
            ...shown(it.failed),
            succeeded: formatCount(it.succeeded, language),
          })
        : t("notifications.generated", shown(it.succeeded));
    case "board_shared":
      return t("notifications.boardShared", { by: it.by });
    case "request_decided":
      return t(`notifications.${it.decision}`, { by: it.by });
    case "label_returned":
      return t("notifications.labelReturned");
  }
};

const titleOf = (it: Notification, t: TFunction): string => {
  if ("label_task" in it) return it.label_task.name;
  return "task" in it ? it.task.name : t(`notifications.requests.${it.what}`);
};

export const NotificationLine = ({ notification, onOpen }: NotificationLineProps) => {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Link to={addressOf(notification)} className={styles.line} data-unread={!notification.is_read} onClick={onOpen}>
        <span className={styles.title}>
          {titleOf(notification, t)}
          {notification.is_read ? null : <span className={styles.new}>{t("notifications.new")}</span>}
        </span>
        <span className={styles.detail}>{detailOf(notification, t, i18n.language)}</span>
        <span className={styles.time}>
          <Time at={notification.created_at} />
        </span>
      </Link>
    </li>
  );
};
