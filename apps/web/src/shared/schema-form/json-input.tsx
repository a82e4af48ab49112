import type { InputValues, PerformerInput } from "@dailies/contract";
import { Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { faultWords } from "../../ui/field/fault-words.ts";
import styles from "./schema-form.module.css";
import { faultsOf, readJson, writeJson } from "./schema-values.ts";

interface JsonInputProps {
  inputs: readonly PerformerInput[];
  isPartial: boolean;
  initial: InputValues;
  /** Receives undefined while the text is not a valid object. */
  onChange: (values: InputValues | undefined) => void;
}

/** The values as JSON, with errors listed by key. */
export const JsonInput = ({ inputs, isPartial, initial, onChange }: JsonInputProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(() => writeJson(initial));
  const read = readJson(text);
  const faults =
    "fault" in read
      ? [t(`shared.schemaForm.fault.${read.fault}`)]
      : faultsOf(inputs, read.values, { isPartial }).map(({ key, message }) => `${key}: ${faultWords(message, t)}`);
  return (
    <div className={styles.input}>
      <label htmlFor={id} className={styles.label}>
        {t("shared.schemaForm.jsonLabel")}
      </label>
      <Input.TextArea
        id={id}
        className="ds-mono"
        value={text}
        autoSize={{ minRows: 8, maxRows: 24 }}
        spellCheck={false}
        status={faults.length > 0 ? "error" : undefined}
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-faults`}
        onChange={({ target }) => {
          setText(target.value);
          const next = readJson(target.value);
          onChange("values" in next ? next.values : undefined);
        }}
      />
      <ul id={`${id}-faults`} role="status" className={styles.faults}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p className={styles.quiet}>
        {t("shared.schemaForm.jsonHint", { keys: inputs.map(({ key }) => key).join(", ") })}
      </p>
    </div>
  );
};
