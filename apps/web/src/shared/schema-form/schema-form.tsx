import type { InputValues, PerformerInput } from "@dailies/contract";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { JsonInput } from "./json-input.tsx";
import styles from "./schema-form.module.css";
import { SchemaInput } from "./schema-input.tsx";
import { faultsOf, withValue } from "./schema-values.ts";

interface SchemaFormProps {
  /** The performer's inputs. Remount the form for another performer. */
  inputs: readonly PerformerInput[];
  initial: InputValues;
  /** Receives the values, or undefined while something is missing or invalid. */
  onChange: (values: InputValues | undefined) => void;
  /** Required inputs may be set elsewhere. */
  isPartial?: boolean;
  /** Keys that appear in the JSON but not in the form. */
  hiddenKeys?: readonly string[];
  /** Hides the JSON view. */
  isFormOnly?: boolean;
}

type Mode = "form" | "json";

/** A form generated from a performer's inputs, or the same values as JSON. */
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
            // Invalid input was never part of the values, so it is not carried over.
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
