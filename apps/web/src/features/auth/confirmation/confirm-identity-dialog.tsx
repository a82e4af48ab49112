import { CODE_LENGTH, PASSWORD_MAX_LENGTH } from "@dailies/contract/auth/routes";
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { useConfirmIdentity, useSendConfirmationCode } from "../auth.queries.ts";
import { passkeysQuery, useConfirmWithPasskey } from "../passkeys/passkeys.queries.ts";
import { SecretInput } from "../secret-input.tsx";
import styles from "../set-password-dialog.module.css";

interface ConfirmIdentityDialogProps {
  hasPassword: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}

interface Values {
  password?: string;
  code?: string;
}

/** Above every dialog whose call asked for it, however deeply those are nested. */
const ABOVE_OTHER_DIALOGS = 1_500;

const PasswordField = () => {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="password"
      label={t("auth.confirm.password")}
      rules={[{ required: true, message: t("auth.confirm.enterPassword") }]}
    >
      <SecretInput autoComplete="current-password" maxLength={PASSWORD_MAX_LENGTH} />
    </Form.Item>
  );
};

const CodeField = () => {
  const { t } = useTranslation();
  const message = t("auth.confirm.enterCode", { count: CODE_LENGTH });
  return (
    <>
      <p className={styles.hint} role="status">
        {t("auth.confirm.codeSent", { count: CODE_LENGTH })}
      </p>
      <Form.Item
        name="code"
        label={t("auth.confirm.code")}
        rules={[{ required: true, pattern: new RegExp(`^[0-9]{${CODE_LENGTH}}$`), message }]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={CODE_LENGTH} autoFocus />
      </Form.Item>
    </>
  );
};

/** Opens over whatever the user was doing when a call asked for a fresh sign-in; the call is repeated afterwards. */
export const ConfirmIdentityDialog = ({ hasPassword, onAnswer }: ConfirmIdentityDialogProps) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const confirm = useConfirmIdentity();
  const sendCode = useSendConfirmationCode();
  const [isCodeSent, setIsCodeSent] = useState(false);
  const isByCode = isCodeSent || !hasPassword;
  const { data: passkeys } = useQuery(passkeysQuery);
  const withPasskey = useConfirmWithPasskey();
  /** What failed before says nothing about the next try, which may be of another kind. */
  const forget = (): void => {
    for (const { reset } of [confirm, sendCode, withPasskey]) reset();
  };
  const send = (): void => {
    forget();
    sendCode.mutate(undefined, { onSuccess: () => setIsCodeSent(true) });
  };
  const submit = ({ password = "", code = "" }: Values): void => {
    if (isByCode && !isCodeSent) return send();
    forget();
    confirm.mutate(isByCode ? { code } : { password }, { onSuccess: () => onAnswer(true) });
  };
  const takePasskey = (): void => {
    forget();
    withPasskey.mutate(undefined, { onSuccess: () => onAnswer(true) });
  };
  const error = confirm.error ?? sendCode.error ?? withPasskey.error;
  return (
    <Modal
      open
      zIndex={ABOVE_OTHER_DIALOGS}
      title={t("auth.confirm.title")}
      width={440}
      mask={{ closable: false }}
      okText={isByCode && !isCodeSent ? t("auth.confirm.sendCode") : t("auth.confirm.confirm")}
      cancelText={t("auth.confirm.cancel")}
      confirmLoading={confirm.isPending || sendCode.isPending}
      onOk={() => form.submit()}
      onCancel={() => onAnswer(false)}
      // Otherwise the dialog would focus its close button.
      afterOpenChange={(isOpen) => isOpen && hasPassword && form.focusField("password")}
    >
      <p className={styles.hint}>{t("auth.confirm.hint")}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {!isByCode && <PasswordField />}
        {isCodeSent && <CodeField />}
        {error && <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
        {!isByCode && (
          <Button type="link" loading={sendCode.isPending} onClick={send}>
            {t("auth.confirm.byCode")}
          </Button>
        )}
        {passkeys !== undefined && passkeys.items.length > 0 && (
          <Button type="link" loading={withPasskey.isPending} onClick={takePasskey}>
            {t("secondFactors.passkeys.use")}
          </Button>
        )}
        {/* Enter in any field submits, as in a native form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
};
