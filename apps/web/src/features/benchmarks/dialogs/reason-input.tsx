import { Input } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./dialog.module.css";

const REASON_MAX = 500;

interface ReasonInputProps {
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  /** The user tried to submit without a reason. */
  isMissing: boolean;
}

export const ReasonInput = ({ value, onChange, hint, isMissing }: ReasonInputProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("benchmarks.reason.label")}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={REASON_MAX}
        autoSize={{ minRows: 2, maxRows: 6 }}
        status={isMissing ? "error" : undefined}
        aria-invalid={isMissing}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-about`} role="status" className={isMissing ? styles.fault : styles.hint}>
        {isMissing ? t("benchmarks.reason.required") : hint}
      </p>
    </div>
  );
};
