import { FIELD_TYPES, type FieldSpec, type FieldType, fieldSpec, SCALAR_TYPES } from "@dailies/contract";
import { Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import "./field.css";
import { SpecLimits } from "./spec-limits.tsx";

interface SpecEditorProps {
  spec: FieldSpec;
  onChange: (spec: FieldSpec) => void;
  /** An existing value has a fixed type. */
  canChangeType?: boolean;
  isDisabled?: boolean;
  /** Collapses the limits, for forms where most users need none. */
  isFolded?: boolean;
}

/** The initial specification of each type. */
const BLANK: { readonly [T in FieldType]: Extract<FieldSpec, { type: T }> } = {
  text: { type: "text" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  key_value: { type: "key_value", value_type: "text" },
  list: { type: "list", item_type: "text" },
};

/** Edits a field's type and its limits. The emitted specification may be invalid: check `isSpecValid`. */
export const SpecEditor = ({
  spec,
  onChange,
  canChangeType = false,
  isDisabled = false,
  isFolded = false,
}: SpecEditorProps) => {
  const { t } = useTranslation();
  const parsed = fieldSpec.safeParse(spec);
  const faults = parsed.success ? [] : parsed.error.issues;
  const limits = (
    <SpecLimits
      spec={spec}
      faults={faults.map(({ path, message }) => ({ name: String(path[0] ?? ""), message }))}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
  return (
    <div className="ds-spec">
      <div className="ds-spec-grid">
        <LabelledSelect
          label={t("ui.field.spec.type")}
          value={spec.type}
          options={FIELD_TYPES}
          isDisabled={isDisabled || !canChangeType}
          onChange={(type) => onChange(BLANK[type])}
        />
        <EntryType spec={spec} onChange={onChange} isDisabled={isDisabled || !canChangeType} />
      </div>
      {canChangeType ? null : <p className="ds-field-none">{t("ui.field.spec.typeFixed")}</p>}
      {isFolded ? (
        <details className="ds-spec-folded">
          <summary>{t("ui.field.spec.limits")}</summary>
          <div className="ds-spec">{limits}</div>
        </details>
      ) : (
        limits
      )}
    </div>
  );
};

interface LabelledSelectProps<T extends FieldType> {
  label: string;
  value: T;
  options: readonly T[];
  isDisabled: boolean;
  onChange: (value: T) => void;
}

const LabelledSelect = <T extends FieldType>({
  label,
  value,
  options,
  isDisabled,
  onChange,
}: LabelledSelectProps<T>) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="ds-field">
      <label className="ds-field-label" htmlFor={id}>
        {label}
      </label>
      <Select<T>
        id={id}
        value={value}
        disabled={isDisabled}
        options={options.map((type) => ({ value: type, label: t(`ui.field.type.${type as FieldType}`) }))}
        onChange={onChange}
      />
    </div>
  );
};

const EntryType = ({ spec, onChange, isDisabled }: Required<Omit<SpecEditorProps, "canChangeType" | "isFolded">>) => {
  const { t } = useTranslation();
  if (spec.type === "key_value") {
    return (
      <LabelledSelect
        label={t("ui.field.spec.valueType")}
        value={spec.value_type}
        options={SCALAR_TYPES}
        isDisabled={isDisabled}
        onChange={(type) => onChange({ ...spec, value_type: type })}
      />
    );
  }
  if (spec.type !== "list") return null;
  return (
    <LabelledSelect
      label={t("ui.field.spec.itemType")}
      value={spec.item_type}
      options={SCALAR_TYPES}
      isDisabled={isDisabled}
      onChange={(type) => {
        // Options of the old type do not fit items of the new one.
        const { options: _old, ...rest } = spec;
        onChange({ ...rest, item_type: type });
      }}
    />
  );
};
