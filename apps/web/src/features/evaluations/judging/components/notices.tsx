import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../../lib/api/failure-text.ts";
import { useIsOnline } from "../../../../lib/live/online.ts";
import styles from "../judging.module.css";
import type { Judging, Notice } from "../state/use-judging.ts";

/** Notices about lost leases and rejected judgements, and what was kept. */
export const Notices = ({ judging }: { judging: Judging }) => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { waiting, isStuck } = judging.mail;
  return (
    <>
      {judging.notice ? <NoticeStrip notice={judging.notice} onDismiss={judging.dismissNotice} /> : null}
      {isStuck || (!isOnline && waiting > 0) ? (
        <div role="status" className={styles.strip} data-tone="warning">
          {t("evaluations.offline.waiting", { count: waiting })}
        </div>
      ) : null}
    </>
  );
};

const NoticeStrip = ({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.strip} data-tone="warning">
      <span>
        {notice.kind === "lost"
          ? t("evaluations.lost")
          : t("evaluations.refused", { words: failureText(notice.error, t) })}
      </span>
      <Button size="small" onClick={onDismiss}>
        {t("evaluations.dismiss")}
      </Button>
    </div>
  );
};
