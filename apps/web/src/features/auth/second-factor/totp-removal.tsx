import { TOTP_DIGITS } from "@dailies/contract/auth/second-factor-routes";
import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./second-factor.module.css";
import { useRemoveTotp } from "./second-factor.queries.ts";

const isTotp = (code: string): boolean => new RegExp(`^[0-9]{${TOTP_DIGITS}}$`).test(code);

/** Asks for a last code: whoever only found the browser open cannot remove the second factor. */
export const TotpRemoval = ({ onEnd }: { onEnd: () => void }) => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemoveTotp();
  const submit = ({ code }: { code: string }): void => {
    const typed = code.trim();
    mutate(isTotp(typed) ? { totp: typed } : { recovery_code: typed }, { onSuccess: onEnd });
  };
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      <p className={styles.hint}>{t("secondFactors.removeHint")}</p>
      <Form.Item
        name="code"
        label={t("secondFactors.anyCode")}
        rules={[{ required: true, message: t("auth.login.enterRecoveryCode") }]}
      >
        <Input autoComplete="one-time-code" maxLength={40} autoFocus />
      </Form.Item>
      {error && <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      <div className={styles.actions}>
        <Button onClick={onEnd}>{t("auth.confirm.cancel")}</Button>
        <Button danger htmlType="submit" loading={isPending}>
          {t("secondFactors.remove")}
        </Button>
      </div>
    </Form>
  );
};
