import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { ApiError, isSignedOut } from "../../lib/api/api-error.ts";
import { failureText } from "../../lib/api/failure-text.ts";
import { useIdentityQuestion } from "../../lib/api/identity-check.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { loadWithWords } from "../../lib/load-words.ts";
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

const IdentityGate = lazyPart(
  async () => (await loadWithWords(["auth", "secondFactors", "ui"], () => import("./identity-gate.tsx"))).IdentityGate,
);
const EnrolmentGate = lazyPart(
  async () =>
    (await loadWithWords(["auth", "secondFactors", "ui"], () => import("./enrolment-gate.tsx"))).EnrolmentGate,
);

/** Answers calls that need a fresh sign-in, on every page of a signed-in user. */
const IdentityQuestions = ({ hasPassword }: { hasPassword: boolean }) => {
  const question = useIdentityQuestion();
  return <Suspense>{question && <IdentityGate question={question} hasPassword={hasPassword} />}</Suspense>;
};

/** Renders nothing below until the current user and their permissions are known. */
export const SessionGate = () => {
  const { data, error, isFetching, refetch } = useQuery(currentUserQuery);
  const [isEnrolling, setIsEnrolling] = useState(false);
  // Stays open when the account has a second factor, until the recovery codes are put away.
  if (data?.must_set_up_second_factor && !isEnrolling) setIsEnrolling(true);
  if (data) {
    const leave = async (): Promise<void> => {
      await refetch();
      setIsEnrolling(false);
    };
    return (
      <>
        {isEnrolling ? (
          <Suspense fallback={<PageSkeleton />}>
            <EnrolmentGate onDone={() => void leave()} />
          </Suspense>
        ) : (
          <FrameActions>
            <Outlet />
          </FrameActions>
        )}
        <IdentityQuestions hasPassword={data.is_password_set} />
      </>
    );
  }
  // On a 401 the browser is already navigating to the login.
  if (!error || isFetching || isSignedOut(error)) return <PageSkeleton />;
  return <SessionFailed error={error} onRetry={() => void refetch()} />;
};
