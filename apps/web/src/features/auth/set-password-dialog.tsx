import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@dailies/contract";
import { Form, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { useSetPassword } from "./auth.queries.ts";
import { SecretInput } from "./secret-input.tsx";
import styles from "./set-password-dialog.module.css";
import { usePasswordRules } from "./use-password-rules.ts";

interface SetPasswordDialogProps {
  hasPassword: boolean;
  onClose: () => void;
  onSaved: () => void;
}

const LIMITS = { min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH };

interface Values {
  current?: string;
  password: string;
  confirm: string;
}

const Fields = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  return (
    <>
      {hasPassword && (
        <Form.Item name="current" label={t("auth.password.current")} extra={t("auth.password.forgotten")}>
          <SecretInput autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item
        name="password"
        label={t(hasPassword ? "auth.password.next" : "auth.password.password")}
        rules={rules.password}
      >
        <SecretInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="confirm" label={t("auth.password.confirm")} dependencies={["password"]} rules={rules.confirm}>
        <SecretInput autoComplete="new-password" />
      </Form.Item>
    </>
  );
};

export const SetPasswordDialog = ({ hasPassword, onClose, onSaved }: SetPasswordDialogProps) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { mutate, isPending, error } = useSetPassword();
  const save = ({ current, password }: Values): void =>
    mutate({ password, ...(current && { current_password: current }) }, { onSuccess: onSaved });
  return (
    <Modal
      open
      title={<span className={styles.title}>{t("auth.password.title")}</span>}
      width={440}
      mask={{ closable: false }}
      okText={t("auth.password.save")}
      cancelText={hasPassword ? t("auth.password.cancel") : t("auth.password.later")}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      // Otherwise the dialog would focus its close button.
      afterOpenChange={(isOpen) => isOpen && form.focusField(hasPassword ? "current" : "password")}
    >
      <p className={styles.hint}>
        {hasPassword ? t("auth.password.changeHint") : t("auth.password.firstHint")} {t("auth.password.rules", LIMITS)}
      </p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={save}>
        <Fields hasPassword={hasPassword} />
        {error && <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
        {/* Enter in any field submits, as in a native form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
};
