import { PASSKEY_NAME_MAX } from "@dailies/contract/auth/passkey-schemas";
import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useDeviceName } from "../../../shared/use-device-name.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "../second-factor/second-factor.module.css";
import { useAddPasskey, useRenamePasskey } from "./passkeys.queries.ts";

interface NameFormProps {
  initial: string;
  action: string;
  error: unknown;
  isPending: boolean;
  onName: (name: string) => void;
  onCancel: () => void;
}

const NameForm = ({ initial, action, error, isPending, onName, onCancel }: NameFormProps) => {
  const { t } = useTranslation();
  return (
    <Form layout="vertical" requiredMark={false} onFinish={({ name }: { name: string }) => onName(name.trim())}>
      <Form.Item
        name="name"
        label={t("secondFactors.passkeys.name")}
        initialValue={initial.slice(0, PASSKEY_NAME_MAX)}
        rules={[{ required: true, whitespace: true, message: t("secondFactors.passkeys.enterName") }]}
      >
        <Input maxLength={PASSKEY_NAME_MAX} autoComplete="off" autoFocus />
      </Form.Item>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t("auth.confirm.cancel")}</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
};

interface PasskeyEnrolmentProps {
  /** With the recovery codes if the account had none. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** First the name, then the device: it answers only while the user has just acted. */
export const PasskeyEnrolment = ({ onAdded, onCancel }: PasskeyEnrolmentProps) => {
  const { t } = useTranslation();
  const device = useDeviceName()(navigator.userAgent);
  const { mutate, isPending, error } = useAddPasskey();
  return (
    <NameForm
      initial={device}
      action={t("secondFactors.passkeys.create")}
      error={error}
      isPending={isPending}
      onName={(name) => mutate(name, { onSuccess: ({ recovery_codes }) => onAdded(recovery_codes) })}
      onCancel={onCancel}
    />
  );
};

export const PasskeyRenaming = ({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRenamePasskey();
  return (
    <NameForm
      initial={name}
      action={t("secondFactors.passkeys.save")}
      error={error}
      isPending={isPending}
      onName={(chosen) => mutate({ id, name: chosen }, { onSuccess: onEnd })}
      onCancel={onEnd}
    />
  );
};
