import type { PerformerItem } from "@dailies/contract";
import { Checkbox, Form, Input } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { needsSecret } from "../../../shared/performer-picker/health.ts";
import { losesSecret } from "./performer-draft.ts";
import type { PerformerRegistration } from "./presets.ts";
import styles from "./registry.module.css";

interface SecretFieldProps {
  adapter: PerformerRegistration["adapter"];
  performer: PerformerItem | undefined;
  isRemoved: boolean;
  onRemove: (isRemoved: boolean) => void;
  /** The form's field around the input. */
  field: (label: string, help: ReactNode, input: ReactElement) => ReactElement;
}

/** The secret is write-only: the field shows only whether one is set. */
export const SecretField = ({ adapter, performer, isRemoved, onRemove, field }: SecretFieldProps) => {
  const { t } = useTranslation();
  const endpoint: unknown = Form.useWatch("endpoint");
  const isLost = endpoint !== undefined && losesSecret(performer, endpoint);
  const hasSecret = performer?.is_secret_set === true;
  const help = hasSecret
    ? t("performers.secret.isSet")
    : t(needsSecret(adapter) ? "performers.secret.needed" : "performers.secret.unset");
  return (
    <>
      {field(
        t(hasSecret ? "performers.secret.replace" : "performers.secret.label"),
        <>
          {help} {t("performers.secret.bound")}
          {isLost ? <p className={styles.warning}>{t("performers.secret.lost")}</p> : null}
        </>,
        <Input.Password autoComplete="new-password" disabled={isRemoved} visibilityToggle={false} />,
      )}
      {hasSecret ? (
        <Checkbox checked={isRemoved} onChange={({ target }) => onRemove(target.checked)}>
          {t("performers.secret.remove")}
        </Checkbox>
      ) : null}
    </>
  );
};
