import { FIELD_KEY, INPUT_ROLES, type InputRole, type PerformerInput } from "@dailies/contract";
import { Checkbox, Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { SchemaInput } from "../../../shared/schema-form/schema-input.tsx";
import { isSpecValid } from "../../../ui/field/field-draft.ts";
import { SpecEditor } from "../../../ui/field/spec-editor.tsx";
import { Labelled } from "./labelled.tsx";
import styles from "./registry.module.css";

interface InputFieldsProps {
  input: PerformerInput;
  onChange: (input: PerformerInput) => void;
}

const withDefault = ({ default: _, ...input }: PerformerInput, value: PerformerInput["default"]): PerformerInput =>
  value === undefined ? input : { ...input, default: value };

export const InputFields = ({ input, onChange }: InputFieldsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.inputBody}>
      <NameFields input={input} onChange={onChange} />
      <MeaningFields input={input} onChange={onChange} />
      <Checkbox
        checked={input.is_required}
        onChange={({ target }) => onChange({ ...input, is_required: target.checked })}
      >
        {t("performers.schema.isRequired")}
      </Checkbox>
      <SpecEditor
        isFolded
        canChangeType
        spec={input.spec}
        // A default of another type would be rejected; one of the same type is validated on save.
        onChange={(spec) =>
          onChange(spec.type === input.spec.type ? { ...input, spec } : withDefault({ ...input, spec }, undefined))
        }
      />
      {isSpecValid(input.spec) ? (
        <SchemaInput
          key={input.spec.type}
          input={{ ...withDefault(input, undefined), label: t("performers.schema.default"), is_required: false }}
          value={input.default}
          isPartial
          onChange={(value) => onChange(withDefault(input, value))}
          onClear={() => onChange(withDefault(input, undefined))}
        />
      ) : null}
    </div>
  );
};

const NameFields = ({ input, onChange }: InputFieldsProps) => {
  const { t } = useTranslation();
  const isWrongKey = input.key !== "" && !FIELD_KEY.test(input.key);
  return (
    <div className={styles.pair}>
      <Labelled label={t("performers.schema.key")}>
        {(id) => (
          <>
            <Input
              id={id}
              className="ds-mono"
              spellCheck={false}
              value={input.key}
              maxLength={64}
              status={isWrongKey ? "error" : undefined}
              aria-invalid={isWrongKey}
              onChange={({ target }) => onChange({ ...input, key: target.value.trim() })}
            />
            {isWrongKey ? <span className={styles.fault}>{t("performers.schema.badKey")}</span> : null}
          </>
        )}
      </Labelled>
      <Labelled label={t("performers.schema.label")}>
        {(id) => (
          <Input
            id={id}
            value={input.label}
            maxLength={80}
            onChange={({ target }) => onChange({ ...input, label: target.value })}
          />
        )}
      </Labelled>
    </div>
  );
};

const MeaningFields = ({ input, onChange }: InputFieldsProps) => {
  const { t } = useTranslation();
  const { role: _role, ...roleless } = input;
  const { help: _help, ...helpless } = input;
  return (
    <div className={styles.pair}>
      <Labelled label={t("performers.schema.role")}>
        {(id) => (
          <Select<InputRole | "">
            id={id}
            value={input.role ?? ""}
            options={[
              { value: "", label: t("performers.schema.noRole") },
              ...INPUT_ROLES.map((role) => ({ value: role, label: t(`performers.roles.${role}`) })),
            ]}
            onChange={(role) => onChange(role === "" ? roleless : { ...roleless, role })}
          />
        )}
      </Labelled>
      <Labelled label={t("performers.schema.help")}>
        {(id) => (
          <Input
            id={id}
            value={input.help ?? ""}
            maxLength={300}
            onChange={({ target }) => onChange(target.value === "" ? helpless : { ...helpless, help: target.value })}
          />
        )}
      </Labelled>
    </div>
  );
};
