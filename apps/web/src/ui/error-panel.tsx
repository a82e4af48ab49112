import { CloseCircleOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorFacts } from "./error-facts.ts";
import "./error-panel.css";
import { Mono } from "./mono.tsx";

interface ErrorPanelProps {
  /** What failed, in the reader's words: "The task list could not be loaded". */
  title?: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** What was kept, or what to do instead. */
  children?: ReactNode;
  /** A strip above what is still shown, instead of a panel in its place. */
  isCompact?: boolean;
}

export const ErrorPanel = ({ title, error, onRetry, isRetrying, children, isCompact }: ErrorPanelProps) => {
  const { t } = useTranslation();
  const facts = errorFacts(error) ?? { message: t("ui.error.unknown") };
  return (
    <div role="alert" className={isCompact ? "ds-error ds-error-compact" : "ds-error"}>
      <CloseCircleOutlined className="ds-error-icon" aria-hidden="true" />
      <div className="ds-error-words">
        <p className="ds-error-title">{title ?? t("ui.error.title")}</p>
        <p className="ds-error-message">{facts.message}</p>
        {children}
        {facts.requestId === undefined ? null : (
          <p className="ds-error-id">
            {t("ui.error.requestId")} <Mono value={facts.requestId} copyAs={t("ui.error.requestId").toLowerCase()} />
          </p>
        )}
      </div>
      {onRetry === undefined ? null : (
        <Button icon={<ReloadOutlined aria-hidden="true" />} loading={isRetrying} onClick={onRetry}>
          {t("ui.retry")}
        </Button>
      )}
    </div>
  );
};
