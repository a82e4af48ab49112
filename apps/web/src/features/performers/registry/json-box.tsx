import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./registry.module.css";

interface JsonBoxProps {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

const read = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Incomplete JSON while the user is typing.
    return undefined;
  }
};

/** A JSON editor; invalid JSON is not propagated. */
export const JsonBox = ({ id, value, onChange }: JsonBoxProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const isWrong = text.trim() !== "" && read(text) === undefined;
  return (
    <>
      <Input.TextArea
        id={id}
        className="ds-mono"
        autoSize={{ minRows: 3, maxRows: 14 }}
        spellCheck={false}
        value={text}
        status={isWrong ? "error" : undefined}
        aria-invalid={isWrong}
        onChange={({ target }) => {
          setText(target.value);
          const next = read(target.value);
          if (next) onChange(next.value);
        }}
      />
      {isWrong ? <p className={styles.fault}>{t("performers.registry.badJson")}</p> : null}
    </>
  );
};
