import { Input, InputNumber } from "antd";
import { type ReactNode, useId } from "react";
import { momentOf, wallClockOf } from "../../../ui/filters/time-range.ts";
import styles from "./create.module.css";

interface LabelledProps {
  label: string;
  fault?: string | undefined;
  help?: ReactNode;
  children: (id: string) => ReactNode;
}

/** An input with its name above, and below what it means or what is wrong with it. */
export const Labelled = ({ label, fault, help, children }: LabelledProps) => {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help ? <span className={styles.quiet}>{help}</span> : null}
      {fault ? (
        <span role="status" className={styles.fault}>
          {fault}
        </span>
      ) : null}
    </div>
  );
};

interface WholeNumberProps {
  label: string;
  help: string;
  min: number;
  max: number;
  value: number;
  /** The value of an emptied input. */
  whenEmpty: number;
  onChange: (value: number) => void;
}

export const WholeNumber = ({ label, help, min, max, value, whenEmpty, onChange }: WholeNumberProps) => (
  <Labelled label={label} help={help}>
    {(id) => (
      <InputNumber<number>
        id={id}
        min={min}
        max={max}
        precision={0}
        value={value}
        onChange={(entered) => onChange(entered ?? whenEmpty)}
      />
    )}
  </Labelled>
);

interface DateAndTimeProps {
  label: string;
  help?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export const DateAndTime = ({ label, help, value, onChange }: DateAndTimeProps) => (
  <Labelled label={label} help={help}>
    {(id) => (
      <Input
        id={id}
        type="datetime-local"
        value={wallClockOf(value)}
        onChange={({ target }) => onChange(momentOf(target.value))}
      />
    )}
  </Labelled>
);
