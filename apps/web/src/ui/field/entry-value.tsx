import type { ScalarType } from "@dailies/contract";
import { InputNumber } from "antd";
import { useTranslation } from "react-i18next";
import type { ScalarDraft } from "./field-draft.ts";

interface EntryValueProps {
  type: ScalarType;
  value: ScalarDraft;
  /** The accessible name: "Value of fps" or "Item 3". */
  name: string;
  isWrong: boolean;
  isDisabled: boolean;
  onChange: (value: ScalarDraft) => void;
}

/** The value of one row. Uses native inputs, because a list may have a thousand rows. */
export const EntryValue = ({ type, value, name, isWrong, isDisabled, onChange }: EntryValueProps) => {
  const { t } = useTranslation();
  if (type === "number") {
    return (
      <InputNumber<number>
        className="ds-field-wide"
        aria-label={name}
        aria-invalid={isWrong}
        status={isWrong ? "error" : undefined}
        disabled={isDisabled}
        changeOnWheel={false}
        value={typeof value === "number" ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  }
  if (type === "boolean") {
    return (
      <select
        className="ds-field-input"
        aria-label={name}
        aria-invalid={isWrong}
        disabled={isDisabled}
        value={value === undefined ? "" : String(value)}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value === "true")}
      >
        {value === undefined ? <option value="">{t("ui.field.choose")}</option> : null}
        <option value="true">{t("ui.field.yes")}</option>
        <option value="false">{t("ui.field.no")}</option>
      </select>
    );
  }
  return (
    // A textarea, because an input would drop line breaks.
    <textarea
      className="ds-field-input"
      rows={1}
      aria-label={name}
      aria-invalid={isWrong}
      disabled={isDisabled}
      spellCheck={false}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
    />
  );
};
