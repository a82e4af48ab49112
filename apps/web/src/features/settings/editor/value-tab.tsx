import { Button, Input } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { FieldControl } from "../../../ui/field/field-control.tsx";
import type { ConfigDraft } from "./config-draft.ts";
import styles from "./config-editor.module.css";

export interface DraftTabProps {
  draft: ConfigDraft;
  change: (part: Partial<Omit<ConfigDraft, "base">>) => void;
  isLocked: boolean;
}

const DESCRIPTION_MAX = 1_000;

export const ValueTab = (props: DraftTabProps) => {
  const { draft, change, isLocked } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.form}>
      {draft.base.sensitive ? (
        <SensitiveValue {...props} />
      ) : (
        <FieldControl
          spec={draft.schema}
          label={t("settings.value")}
          value={draft.value}
          isDisabled={isLocked}
          onChange={(value) => change({ value })}
        />
      )}
      <div>
        <label htmlFor={id} className={styles.label}>
          {t("settings.description")}
        </label>
        <Input.TextArea
          id={id}
          value={draft.description}
          disabled={isLocked}
          maxLength={DESCRIPTION_MAX}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
    </div>
  );
};

const SensitiveValue = ({ draft, change, isLocked }: DraftTabProps) => {
  const { t } = useTranslation();
  if (draft.isReplacing) {
    return (
      <div className={styles.secret}>
        <FieldControl
          spec={draft.schema}
          label={t("settings.detail.newValue")}
          help={t("settings.detail.replaceHint")}
          value={draft.value}
          onChange={(value) => change({ value })}
        />
        <Button size="small" onClick={() => change({ isReplacing: false, value: undefined })}>
          {t("settings.detail.keepOld")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.secret}>
      <span className={styles.label}>{t("settings.value")}</span>
      <span className={styles.masked} aria-label={t("settings.hidden")} role="img">
        ••••••••••••
      </span>
      <p>{t("settings.detail.sensitiveNote")}</p>
      <Button size="small" disabled={isLocked} onClick={() => change({ isReplacing: true, value: undefined })}>
        {t("settings.detail.replace")}
      </Button>
    </div>
  );
};
