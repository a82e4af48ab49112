import { Input } from "antd";
import { useState } from "react";

interface AmountInputProps {
  id?: string;
  value?: number;
  onChange?: (amount: number | undefined) => void;
}

const WHOLE = /^(\d+|\d{1,3}([, ]\d{3})+)$/;

/** A whole number, with or without thousands separators. Anything else is rejected, never reinterpreted. */
export const readAmount = (text: string): number | undefined =>
  WHOLE.test(text.trim()) ? Number(text.replace(/[, ]/g, "")) : undefined;

/** Keeps the text as typed: a field that rounds, clamps or autocompletes could grant an unintended amount. */
export const AmountInput = ({ id, value, onChange }: AmountInputProps) => {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  return (
    <Input
      id={id}
      autoFocus
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(readAmount(event.target.value));
      }}
    />
  );
};
