import type { ServiceCredential } from "@dailies/contract";
import { Alert, Button, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { Mono } from "../../../ui/mono.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./credentials.module.css";

export interface ShownSecret {
  credential: ServiceCredential;
  secret: string;
}

interface SecretDialogProps {
  shown: ShownSecret;
  onClose: () => void;
}

/** Shows a secret once. A click outside or Escape does not close it. */
export const SecretDialog = ({ shown: { credential, secret }, onClose }: SecretDialogProps) => {
  const { t } = useTranslation();
  const { state, copy } = useCopy(secret);
  const names = {
    idle: t("tools.secret.copy"),
    copied: t("tools.secret.copied"),
    failed: t("tools.secret.copyFailed"),
  };
  return (
    <Modal
      open
      title={t("tools.secret.title", { name: credential.name })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      width={600}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("tools.secret.stored")}
        </Button>
      }
    >
      <div className={styles.secretBody}>
        <Alert type="warning" showIcon title={t("tools.secret.once")} description={t("tools.secret.onceHint")} />
        {credential.waiting === null ? null : (
          <Alert type="info" showIcon title={t("tools.credentials.needsApproval")} />
        )}
        <dl className={styles.facts}>
          <dt>{t("tools.credentials.keyId")}</dt>
          <dd>
            <Mono value={credential.key_id} copyAs={t("tools.credentials.keyIdCopy")} />
          </dd>
          <dt>{t("tools.secret.secret")}</dt>
          <dd className={styles.secretLine}>
            <code className={`ds-mono ${styles.secret}`}>{secret}</code>
            <Button size="small" autoFocus onClick={copy}>
              {names[state]}
            </Button>
            <span role="status" className="ds-visually-hidden">
              {state === "idle" ? "" : names[state]}
            </span>
          </dd>
          <dt>{t("tools.credentials.scopes")}</dt>
          <dd>{credential.scopes.join(", ")}</dd>
        </dl>
      </div>
    </Modal>
  );
};
