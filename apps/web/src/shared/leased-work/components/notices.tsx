import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../lib/api/failure-text.ts";
import { useIsOnline } from "../../../lib/live/online.ts";
import type { Notice } from "../state/use-leased-work.ts";
import { NoticeStrip } from "./notice-strip.tsx";

interface NoticesProps {
  notice: Notice | undefined;
  onDismiss: () => void;
  mail: { readonly waiting: number; readonly isStuck: boolean };
  /** The texts, with what this work calls an answer. */
  lostText: string;
  refusedText: (reason: string) => string;
  waitingText: string;
}

/** Notices about lost leases and rejected answers, and what was kept. */
export const Notices = ({ notice, onDismiss, mail, lostText, refusedText, waitingText }: NoticesProps) => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <>
      {notice ? (
        <NoticeStrip isAlert isWarning>
          <span>{notice.kind === "lost" ? lostText : refusedText(failureText(notice.error, t))}</span>
          <Button size="small" onClick={onDismiss}>
            {t("leasedWork.dismiss")}
          </Button>
        </NoticeStrip>
      ) : null}
      {mail.isStuck || (!isOnline && mail.waiting > 0) ? <NoticeStrip isWarning>{waitingText}</NoticeStrip> : null}
    </>
  );
};
