import type { InputValues, PerformerInput } from "@dailies/contract";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { JsonInput } from "./json-input.tsx";
import styles from "./schema-form.module.css";
import { SchemaInput } from "./schema-input.tsx";
import { faultsOf, withValue } from "./schema-values.ts";

interface SchemaFormProps {
  /** What the performer takes. Mount the form anew for another performer. */
  inputs: readonly PerformerInput[];
  initial: InputValues;
  /** Gets the values, or undefined while something is missing or does not fit. */
  onChange: (values: InputValues | undefined) => void;
  /** Inputs that are needed may be given elsewhere. */
  isPartial?: boolean;
  /** Keys that stand in the JSON and not in the form. */
  hiddenKeys?: readonly string[];
  /** For people who never asked for JSON. */
  isFormOnly?: boolean;
}

type Mode = "form" | "json";

/** A form drawn from a performer's inputs, or the same values as JSON. */
export const SchemaForm = ({
  inputs,
  initial,
  onChange,
  isPartial = false,
  hiddenKeys = [],
  isFormOnly = false,
}: SchemaFormProps) => {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>("form");
  const [values, setValues] = useState(initial);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());

  const tell = (next: InputValues, stillBroken: ReadonlySet<string>): void => {
    setValues(next);
    setBroken(stillBroken);
    const isWhole = stillBroken.size === 0 && faultsOf(inputs, next, { isPartial }).length === 0;
    onChange(isWhole ? next : undefined);
  };
  const markBroken = (key: string, isBroken: boolean): ReadonlySet<string> => {
    const next = new Set(broken);
    if (isBroken) next.add(key);
    else next.delete(key);
    return next;
  };
  return (
    <div className={styles.form}>
      {isFormOnly ? null : (
        <Segmented<Mode>
          className={styles.mode}
          size="small"
          aria-label={t("shared.schemaForm.mode")}
          value={mode}
          options={[
            { value: "form", label: t("shared.schemaForm.form") },
            { value: "json", label: t("shared.schemaForm.json") },
          ]}
          onChange={(next) => {
            // What did not fit was never a value, so it cannot come along.
            tell(values, new Set());
            setMode(next);
          }}
        />
      )}
      {mode === "json" ? (
        <JsonInput
          inputs={inputs}
          isPartial={isPartial}
          initial={values}
          onChange={(next) => (next ? tell(next, new Set()) : tell(values, markBroken("", true)))}
        />
      ) : (
        inputs
          .filter(({ key }) => !hiddenKeys.includes(key))
          .map((input) => (
            <SchemaInput
              key={input.key}
              input={input}
              value={values[input.key]}
              isPartial={isPartial}
              onChange={(value) =>
                tell(withValue(values, input.key, value), markBroken(input.key, value === undefined))
              }
              onClear={() => tell(withValue(values, input.key, undefined), markBroken(input.key, false))}
            />
          ))
      )}
    </div>
  );
};
