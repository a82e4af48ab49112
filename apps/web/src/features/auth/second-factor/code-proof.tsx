import { TOTP_DIGITS } from "@dailies/contract/auth/second-factor-routes";
import { Button, Form, Input } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./second-factor.module.css";

interface CodeProofProps {
  hint: string;
  label: string;
  action: string;
  error: unknown;
  isPending: boolean;
  onProof: (proof: { totp: string } | { recovery_code: string }) => void;
  onCancel: () => void;
  /** Another way to prove it. */
  children?: ReactNode;
}

const isTotp = (code: string): boolean => new RegExp(`^[0-9]{${TOTP_DIGITS}}$`).test(code);

/** Asks for a last code: whoever only found the browser open cannot remove a second factor. */
export const CodeProof = ({ hint, label, action, error, isPending, onProof, onCancel, children }: CodeProofProps) => {
  const { t } = useTranslation();
  const submit = ({ code }: { code: string }): void => {
    const typed = code.trim();
    onProof(isTotp(typed) ? { totp: typed } : { recovery_code: typed });
  };
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      <p className={styles.hint}>{hint}</p>
      {children}
      <Form.Item name="code" label={label} rules={[{ required: true, message: t("auth.login.enterRecoveryCode") }]}>
        <Input autoComplete="one-time-code" maxLength={40} autoFocus={!children} />
      </Form.Item>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t("auth.confirm.cancel")}</Button>
        <Button danger htmlType="submit" loading={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
};
