import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { DateAndTime } from "../create/labelled.tsx";
import styles from "./exports.module.css";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  help?: string;
  onChange: (value: T) => void;
}

/** One of a few values, all of them visible. */
export const Choice = <T extends string>({ label, value, options, help, onChange }: ChoiceProps<T>) => (
  <fieldset className={styles.choice}>
    <legend>{label}</legend>
    <Radio.Group
      aria-label={label}
      value={value}
      options={[...options]}
      onChange={({ target }) => onChange(target.value as T)}
    />
    {help === undefined ? null : <span className={styles.quiet}>{help}</span>}
  </fieldset>
);

interface AsOfInputProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** The time whose labels are taken; empty for now. */
export const AsOfInput = ({ value, onChange }: AsOfInputProps) => {
  const { t } = useTranslation();
  return (
    <DateAndTime
      label={t("labelling.exports.asOf")}
      help={t("labelling.exports.asOfHelp")}
      value={value}
      onChange={onChange}
    />
  );
};
