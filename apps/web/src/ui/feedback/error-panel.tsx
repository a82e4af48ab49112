import { CloseCircleOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ErrorFacts, errorFacts } from "./error-facts.ts";
import "./error-panel.css";
import { Mono } from "../mono.tsx";

interface ErrorPanelProps {
  /** What failed, in the user's terms: "The task list could not be loaded". */
  title?: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** What was kept, or what to do instead. */
  children?: ReactNode;
  /** A strip above the content instead of a panel in its place. */
  isCompact?: boolean;
}

export const ErrorPanel = ({ title, error, onRetry, isRetrying, children, isCompact }: ErrorPanelProps) => {
  const { t } = useTranslation();
  const facts: ErrorFacts = errorFacts(error) ?? { message: t("ui.error.unknown") };
  return (
    <div role="alert" className={isCompact ? "ds-error ds-error-compact" : "ds-error"}>
      <CloseCircleOutlined className="ds-error-icon" aria-hidden="true" />
      <div className="ds-error-words">
        <p className="ds-error-title">{title ?? t("ui.error.title")}</p>
        <p className="ds-error-message">{facts.message}</p>
        {children}
        <Trace facts={facts} />
      </div>
      {onRetry === undefined ? null : (
        <Button icon={<ReloadOutlined aria-hidden="true" />} loading={isRetrying} onClick={onRetry}>
          {t("ui.retry")}
        </Button>
      )}
    </div>
  );
};

/** The details needed to debug the failure. */
const Trace = ({ facts: { requestId, call } }: { facts: ErrorFacts }) => {
  const { t } = useTranslation();
  if (requestId === undefined && call === undefined) return null;
  return (
    <p className="ds-error-id">
      {call === undefined ? null : <code className="ds-mono ds-error-call">{call}</code>}
      {requestId === undefined ? null : (
        <span className="ds-error-request">
          {t("ui.error.requestId")} <Mono value={requestId} copyAs={t("ui.error.requestId").toLowerCase()} />
        </span>
      )}
    </p>
  );
};
