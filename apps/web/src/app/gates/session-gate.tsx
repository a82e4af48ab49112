import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { ApiError, isSignedOut } from "../../lib/api/api-error.ts";
import { failureText } from "../../lib/api/failure-text.ts";
import { currentUserQuery } from "../../lib/session.ts";
import { FrameActions } from "../frame/frame-actions.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import styles from "../plain-screen.module.css";

interface SessionFailedProps {
  error: unknown;
  onRetry: () => void;
}

const SessionFailed = ({ error, onRetry }: SessionFailedProps) => {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={styles.screen}>
      <div className={styles.panel} role="alert">
        <h1 className={styles.title}>{t("frame.session.failedTitle")}</h1>
        <p className={styles.text}>{t("frame.session.failedHint")}</p>
        <p className={styles.message}>{failureText(error, t)}</p>
        {requestId && (
          <p className={styles.text}>
            {t("frame.errorScreen.requestId")}: <code className="ds-mono">{requestId}</code>
          </p>
        )}
        <div className={styles.actions}>
          <button type="button" className={styles.primary} onClick={onRetry}>
            {t("frame.session.retry")}
          </button>
        </div>
      </div>
    </div>
  );
};

/** Renders nothing below until the current user and their permissions are known. */
export const SessionGate = () => {
  const { data, error, isFetching, refetch } = useQuery(currentUserQuery);
  if (data) {
    return (
      <FrameActions>
        <Outlet />
      </FrameActions>
    );
  }
  // On a 401 the browser is already navigating to the login.
  if (!error || isFetching || isSignedOut(error)) return <PageSkeleton />;
  return <SessionFailed error={error} onRetry={() => void refetch()} />;
};
