import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { ApiError } from "../lib/api/api-error.ts";
import { page } from "../lib/page.ts";
import styles from "./plain-screen.module.css";

const statusOrMessage = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (error instanceof ApiError && error.status > 0) return `${error.status} ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};

const requestIdOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.requestId : undefined);

/** Uses no UI kit component: it must still render when the kit is what broke. */
export const ErrorScreen = () => {
  const { t } = useTranslation();
  const error = useRouteError();
  const requestId = requestIdOf(error);
  return (
    <div className={styles.screen}>
      <div className={styles.panel} role="alert">
        <h1 className={styles.title}>{t("frame.errorScreen.title")}</h1>
        <p className={styles.message}>{statusOrMessage(error)}</p>
        {requestId && (
          <p className={styles.text}>
            {t("frame.errorScreen.requestId")}: <code className="ds-mono">{requestId}</code>
          </p>
        )}
        <div className={styles.actions}>
          <a className={styles.primary} href="#/">
            {t("frame.errorScreen.home")}
          </a>
          <button type="button" className={styles.secondary} onClick={() => page.reload()}>
            {t("frame.errorScreen.reload")}
          </button>
        </div>
      </div>
    </div>
  );
};
