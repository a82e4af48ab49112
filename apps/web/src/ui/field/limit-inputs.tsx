import { Checkbox, Input, InputNumber } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { faultWords } from "./fault-words.ts";

interface LimitProps<T> {
  label: string;
  value: T | undefined;
  fault: string | undefined;
  isDisabled: boolean;
  onChange: (value: T | undefined) => void;
}

const Limit = ({
  id,
  label,
  fault,
  children,
}: {
  id: string;
  label: string;
  fault: string | undefined;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <div className="ds-field">
      <label className="ds-field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      <div id={`${id}-fault`} role="status" className="ds-field-notes">
        {fault === undefined ? null : <p className="ds-field-fault">{faultWords(fault, t)}</p>}
      </div>
    </div>
  );
};

/** An optional number. */
export const NumberLimit = ({ label, value, fault, isDisabled, onChange }: LimitProps<number>) => {
  const id = useId();
  return (
    <Limit id={id} label={label} fault={fault}>
      <InputNumber<number>
        id={id}
        className="ds-field-wide"
        value={value ?? null}
        disabled={isDisabled}
        status={fault === undefined ? undefined : "error"}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </Limit>
  );
};

export const TextLimit = ({ label, value, fault, isDisabled, onChange }: LimitProps<string>) => {
  const id = useId();
  return (
    <Limit id={id} label={label} fault={fault}>
      <Input
        id={id}
        value={value ?? ""}
        disabled={isDisabled}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </Limit>
  );
};

type FlagProps = Omit<LimitProps<boolean>, "fault">;

export const Flag = ({ label, value, isDisabled, onChange }: FlagProps) => (
  <Checkbox
    checked={value === true}
    disabled={isDisabled}
    onChange={(event) => onChange(event.target.checked || undefined)}
  >
    {label}
  </Checkbox>
);
