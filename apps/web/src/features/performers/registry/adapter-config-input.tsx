import { ADAPTER_CONFIGS, type Adapter } from "@dailies/contract";
import { Checkbox, Input, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { type ConfigField, configFieldsOf } from "./config-fields.ts";
import { JsonBox } from "./json-box.tsx";
import styles from "./registry.module.css";

type Config = Record<string, unknown>;

interface AdapterConfigInputProps {
  adapter: Adapter;
  /** Injected by the surrounding form. */
  value?: Config;
  onChange?: (config: Config) => void;
}

/** Adapter-specific settings besides URL and model, rendered from the adapter's schema. */
export const AdapterConfigInput = ({ adapter, value = {}, onChange }: AdapterConfigInputProps) => (
  <div className={styles.stack}>
    {configFieldsOf(ADAPTER_CONFIGS[adapter]).map((field) => (
      <ConfigInput
        key={field.key}
        field={field}
        value={value[field.key]}
        onChange={(next) => {
          const { [field.key]: _, ...others } = value;
          onChange?.(next === undefined || next === "" ? others : { ...others, [field.key]: next });
        }}
      />
    ))}
  </div>
);

interface ConfigInputProps {
  field: ConfigField;
  value: unknown;
  onChange: (value: unknown) => void;
}

const ConfigInput = ({ field, value, onChange }: ConfigInputProps) => {
  const { t } = useTranslation();
  const id = useId();
  const given = value ?? field.fallback;
  const fault = field.faultOf(value);
  if (field.kind === "flag") {
    return (
      <div>
        <Checkbox checked={given === true} onChange={({ target }) => onChange(target.checked)}>
          {field.label}
        </Checkbox>
        <p className={styles.quiet}>{field.help}</p>
      </div>
    );
  }
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {field.label}
        {field.isRequired ? null : <span className={styles.quiet}> · {t("ui.form.optional")}</span>}
      </label>
      <ConfigControl id={id} field={field} value={given} onChange={onChange} />
      <p className={fault === undefined ? styles.quiet : styles.fault}>{fault ?? field.help}</p>
    </div>
  );
};

const ConfigControl = ({ id, field, value, onChange }: ConfigInputProps & { id: string }) => {
  if (field.kind === "choice") {
    return (
      <Select<string>
        id={id}
        className="ds-field-wide"
        value={String(value)}
        options={field.options.map((option) => ({ value: option, label: option }))}
        onChange={onChange}
      />
    );
  }
  if (field.kind === "words") {
    return (
      <Select<string[]>
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        className="ds-field-wide"
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    );
  }
  if (field.kind === "json") return <JsonBox id={id} value={value} onChange={onChange} />;
  return (
    <Input
      id={id}
      className="ds-mono"
      spellCheck={false}
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};
