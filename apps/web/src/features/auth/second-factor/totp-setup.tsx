import { TOTP_DIGITS } from "@dailies/contract/auth/second-factor-routes";
import { Button, Form, Input, QRCode } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Mono } from "../../../ui/mono.tsx";
import styles from "./second-factor.module.css";
import { useConfirmTotp } from "./second-factor.queries.ts";

interface TotpSetupProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** In groups of four, as people type it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** The app reads the secret from the picture or takes it typed; its first code turns it on. */
export const TotpSetup = ({ secret, uri, onConfirmed, onCancel }: TotpSetupProps) => {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useConfirmTotp();
  const message = t("auth.confirm.enterCode", { count: TOTP_DIGITS });
  const submit = ({ code }: { code: string }): void =>
    mutate(code, { onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes) });
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      <p className={styles.hint}>{t("secondFactors.setupHint")}</p>
      <div className={styles.enrol}>
        {/* White around it in both themes, or cameras do not find it. */}
        <QRCode type="svg" value={uri} size={168} color="#000000" bgColor="#ffffff" />
        <div>
          <p className={styles.hint}>{t("secondFactors.typeSecret")}</p>
          <p className={styles.secret}>
            <Mono value={grouped(secret)} copyAs={t("secondFactors.key")} />
          </p>
        </div>
      </div>
      <Form.Item
        name="code"
        label={t("secondFactors.code")}
        rules={[{ required: true, pattern: new RegExp(`^[0-9]{${TOTP_DIGITS}}$`), message }]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={TOTP_DIGITS} autoFocus />
      </Form.Item>
      {error && <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t("auth.confirm.cancel")}</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t("secondFactors.turnOn")}
        </Button>
      </div>
    </Form>
  );
};
