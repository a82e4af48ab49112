import type { FieldSpec, FieldValue } from "@dailies/contract";
import { AutoComplete, Checkbox, Input } from "antd";
import { type FormEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { FieldControl } from "../../../ui/field/field-control.tsx";
import { SpecEditor } from "../../../ui/field/spec-editor.tsx";
import styles from "../editor/config-editor.module.css";
import type { NewConfigDraft } from "./new-config.ts";

interface Suggestion {
  key: string;
  schema: FieldSpec;
  default_value: FieldValue;
  description: string;
}

interface CreateConfigFormProps {
  formId: string;
  draft: NewConfigDraft;
  keyFault: string | undefined;
  /** Keys that the code reads but that are not set. */
  suggestions: readonly Suggestion[];
  onChange: (part: Partial<NewConfigDraft>) => void;
  onChoose: (suggestion: Suggestion) => void;
  onSubmit: () => void;
}

export const CreateConfigForm = (props: CreateConfigFormProps) => {
  const { formId, draft, onChange, onSubmit } = props;
  const { t } = useTranslation();
  const descriptionId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      <KeyField {...props} />
      <SpecEditor
        isFolded
        spec={draft.schema}
        canChangeType={!draft.isDeclared}
        onChange={(schema) => onChange({ schema })}
      />
      <FieldControl
        spec={draft.schema}
        label={t("settings.value")}
        value={draft.value}
        onChange={(value) => onChange({ value })}
      />
      <div>
        <label htmlFor={descriptionId} className={styles.label}>
          {t("settings.description")} · {t("ui.form.optional")}
        </label>
        <Input.TextArea
          id={descriptionId}
          value={draft.description}
          maxLength={1_000}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </div>
      <div>
        <Checkbox checked={draft.isSensitive} onChange={(event) => onChange({ isSensitive: event.target.checked })}>
          {t("settings.create.sensitive")}
        </Checkbox>
        <p className={styles.note}>{t("settings.create.sensitiveHint")}</p>
      </div>
    </form>
  );
};

const KeyField = ({ draft, keyFault, suggestions, onChange, onChoose }: CreateConfigFormProps) => {
  const { t } = useTranslation();
  const id = useId();
  const offered = suggestions.filter(({ key }) => key.includes(draft.key));
  const choose = (key: string): void => {
    const suggestion = suggestions.find((each) => each.key === key);
    if (suggestion) onChoose(suggestion);
  };
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("settings.key")}
      </label>
      <AutoComplete
        id={id}
        className="ds-field-wide"
        value={draft.key}
        status={keyFault === undefined ? undefined : "error"}
        aria-invalid={keyFault !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(key: string) => onChange({ key: key.trim(), isDeclared: false })}
        onSelect={choose}
        options={
          offered.length === 0
            ? []
            : [
                {
                  label: t("settings.create.declared"),
                  options: offered.map(({ key, description }) => ({
                    value: key,
                    label: <span title={description}>{key}</span>,
                  })),
                },
              ]
        }
      />
      <div id={`${id}-about`} role="status" className={keyFault === undefined ? styles.note : styles.fault}>
        {keyFault ?? t(draft.isDeclared ? "settings.create.declaredHint" : "settings.create.keyHint")}
      </div>
    </div>
  );
};
