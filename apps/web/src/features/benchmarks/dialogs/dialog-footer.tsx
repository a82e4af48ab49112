import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./dialog.module.css";

interface DialogFooterProps {
  action: string;
  isBusy: boolean;
  isBlocked?: boolean;
  error: unknown;
  onCancel: () => void;
  onAct: () => void;
  /** Additional buttons, on the left. */
  children?: ReactNode;
}

/** Footer of a dialog: its error, the cancel button and the action. */
export const DialogFooter = ({ action, isBusy, isBlocked, error, onCancel, onAct, children }: DialogFooterProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.dialogFoot}>
      {error === undefined ? null : <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      <div className={styles.dialogButtons}>
        {children}
        <span className={styles.grow} />
        <Button disabled={isBusy} onClick={onCancel}>
          {t("ui.cancel")}
        </Button>
        <Button type="primary" disabled={isBlocked} loading={isBusy} aria-label={action} onClick={onAct}>
          {action}
        </Button>
      </div>
    </div>
  );
};
