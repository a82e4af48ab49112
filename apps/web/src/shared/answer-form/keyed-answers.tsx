import type { FieldValue, SpecOf } from "@dailies/contract";
import { Input, InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerControlProps } from "./answer-control-props.ts";
import styles from "./answer-form.module.css";

type Entry = string | number | boolean | undefined;
const YES_NO = ["no", "yes"] as const;

type Entries = Record<string, string | number | boolean>;

const entriesOf = (value: FieldValue | null): Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...(value as Entries) } : {};

interface KeyedAnswersProps extends AnswerControlProps<SpecOf<"key_value">> {
  keys: readonly string[];
}

/** One row per fixed key. An empty row omits the key, and validation reports it. */
export const KeyedAnswers = ({ field, keys, value, isDisabled, onChange }: KeyedAnswersProps) => {
  const entries = entriesOf(value);
  const set = (key: string, entry: Entry): void => {
    const { [key]: _old, ...rest } = entries;
    const next = entry === undefined ? rest : { ...rest, [key]: entry };
    const ordered = keys.filter((one) => one in next).map((one) => [one, next[one]] as const);
    onChange(ordered.length === 0 ? null : (Object.fromEntries(ordered) as FieldValue));
  };
  return (
    <div className={styles.keyed}>
      {keys.map((key) => (
        <KeyedRow
          key={key}
          name={key}
          type={field.value_type}
          entry={entries[key]}
          isDisabled={isDisabled}
          onChange={(entry) => set(key, entry)}
        />
      ))}
    </div>
  );
};

interface KeyedRowProps {
  name: string;
  type: SpecOf<"key_value">["value_type"];
  entry: Entry;
  isDisabled: boolean;
  onChange: (entry: Entry) => void;
}

const KeyedRow = ({ name, type, entry, isDisabled, onChange }: KeyedRowProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{name}</label>
      {type === "number" ? (
        <InputNumber<number>
          id={id}
          value={typeof entry === "number" ? entry : null}
          disabled={isDisabled}
          changeOnWheel={false}
          onChange={(next) => onChange(next ?? undefined)}
        />
      ) : null}
      {type === "text" ? (
        <Input
          id={id}
          value={typeof entry === "string" ? entry : ""}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
        />
      ) : null}
      {type === "boolean" ? (
        <Select<"yes" | "no">
          id={id}
          allowClear
          placeholder={t("ui.field.choose")}
          value={typeof entry === "boolean" ? YES_NO[Number(entry)] : null}
          disabled={isDisabled}
          options={[
            { value: "yes", label: t("ui.field.yes") },
            { value: "no", label: t("ui.field.no") },
          ]}
          onChange={(next?: "yes" | "no") => onChange(next === undefined ? undefined : next === "yes")}
        />
      ) : null}
    </>
  );
};
