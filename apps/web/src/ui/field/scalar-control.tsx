import type { FieldSpec } from "@dailies/contract";
import { Input, InputNumber, Radio, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { ScalarDraft } from "./field-draft.ts";

export interface ScalarControlProps {
  spec: Extract<FieldSpec, { type: "text" | "number" | "boolean" }>;
  draft: ScalarDraft;
  onChange: (draft: ScalarDraft) => void;
  id: string;
  labelId: string;
  describedBy: string;
  isWrong: boolean;
  isDisabled: boolean;
}

export const ScalarControl = (props: ScalarControlProps) => {
  if (props.spec.type === "number") return <NumberControl {...props} unit={props.spec.unit} />;
  if (props.spec.type === "boolean") return <BooleanControl {...props} />;
  return <TextControl {...props} options={props.spec.options} isMultiline={props.spec.is_multiline === true} />;
};

interface TextControlProps extends ScalarControlProps {
  options: readonly string[] | undefined;
  isMultiline: boolean;
}

const TextControl = ({ draft, onChange, options, isMultiline, isWrong, isDisabled, ...rest }: TextControlProps) => {
  const words = typeof draft === "string" ? draft : "";
  const shared = {
    id: rest.id,
    disabled: isDisabled,
    status: isWrong ? ("error" as const) : undefined,
    "aria-invalid": isWrong,
    "aria-describedby": rest.describedBy,
  };
  if (options) {
    return (
      <Select
        {...shared}
        className="ds-field-wide"
        value={typeof draft === "string" ? draft : undefined}
        options={options.map((option) => ({ value: option, label: option }))}
        onChange={(option: string) => onChange(option)}
      />
    );
  }
  if (isMultiline) {
    return (
      <Input.TextArea
        {...shared}
        value={words}
        autoSize={{ minRows: 3, maxRows: 16 }}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return <Input {...shared} value={words} onChange={(event) => onChange(event.target.value)} />;
};

const NumberControl = ({
  draft,
  onChange,
  unit,
  isWrong,
  isDisabled,
  id,
  describedBy,
}: ScalarControlProps & { unit: string | undefined }) => (
  <span className="ds-field-number">
    <InputNumber<number>
      id={id}
      className="ds-field-wide"
      value={typeof draft === "number" ? draft : null}
      disabled={isDisabled}
      status={isWrong ? "error" : undefined}
      // The error is shown instead; changing the value silently would not keep what was typed.
      changeOnWheel={false}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onChange={(value) => onChange(value ?? undefined)}
    />
    {unit ? <span className="ds-field-unit">{unit}</span> : null}
  </span>
);

const BooleanControl = ({ draft, onChange, isDisabled, labelId, describedBy }: ScalarControlProps) => {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      value={draft}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value as boolean)}
      options={[
        { value: true, label: t("ui.field.yes") },
        { value: false, label: t("ui.field.no") },
      ]}
    />
  );
};
