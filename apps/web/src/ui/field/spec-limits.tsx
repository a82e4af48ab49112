import type { FieldSpec } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { faultWords } from "./fault-words.ts";
import { FieldControl } from "./field-control.tsx";
import { Flag, NumberLimit, TextLimit } from "./limit-inputs.tsx";

interface SpecLimitsProps<Spec extends FieldSpec = FieldSpec> {
  spec: Spec;
  faults: readonly { name: string; message: string }[];
  isDisabled: boolean;
  onChange: (spec: FieldSpec) => void;
}

type LimitsOf<T extends FieldSpec["type"]> = SpecLimitsProps<Extract<FieldSpec, { type: T }>>;

/** Removes an unset limit, so that specifications with the same limits are equal. */
const withLimit = <Spec extends FieldSpec>(spec: Spec, name: keyof Spec, value: unknown): Spec => {
  const { [name]: _old, ...rest } = spec;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Spec;
};

export const SpecLimits = (props: SpecLimitsProps) => {
  const { t } = useTranslation();
  const { spec } = props;
  switch (spec.type) {
    case "text":
      return <TextLimits {...props} spec={spec} />;
    case "number":
      return <NumberLimits {...props} spec={spec} />;
    case "key_value":
      return <EntriesLimits {...props} spec={spec} />;
    case "list":
      return <ListLimits {...props} spec={spec} />;
    case "boolean":
      return <p className="ds-field-none">{t("ui.field.spec.none")}</p>;
  }
};

/** The props of the input for one limit. */
const limitOf = <Spec extends FieldSpec, Name extends keyof Spec & string>(
  { spec, faults, isDisabled, onChange }: SpecLimitsProps<Spec>,
  name: Name,
) => ({
  value: spec[name],
  fault: faults.find((fault) => fault.name === name)?.message,
  isDisabled,
  onChange: (value: Spec[Name] | undefined) => onChange(withLimit(spec, name, value)),
});

const TextLimits = (props: LimitsOf<"text">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="ds-spec-grid">
        <NumberLimit label={t("ui.field.spec.minLength")} {...limitOf(props, "min_length")} />
        <NumberLimit label={t("ui.field.spec.maxLength")} {...limitOf(props, "max_length")} />
        <TextLimit label={t("ui.field.spec.pattern")} {...limitOf(props, "pattern")} />
      </div>
      <Flag label={t("ui.field.spec.multiline")} {...limitOf(props, "is_multiline")} />
      <SeveralLimit
        label={t("ui.field.spec.options")}
        help={t("ui.field.spec.optionsHelp")}
        type="text"
        {...limitOf(props, "options")}
      />
    </>
  );
};

const isFilled = (options: unknown): boolean => Array.isArray(options) && options.length > 0;

const NumberLimits = (props: LimitsOf<"number">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="ds-spec-grid">
        <NumberLimit label={t("ui.field.spec.min")} {...limitOf(props, "min")} />
        <NumberLimit label={t("ui.field.spec.max")} {...limitOf(props, "max")} />
        <NumberLimit label={t("ui.field.spec.step")} {...limitOf(props, "step")} />
        <TextLimit label={t("ui.field.spec.unit")} {...limitOf(props, "unit")} />
      </div>
      <Flag label={t("ui.field.spec.integer")} {...limitOf(props, "is_integer")} />
    </>
  );
};

const EntriesLimits = (props: LimitsOf<"key_value">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="ds-spec-grid">
        <NumberLimit label={t("ui.field.spec.maxEntries")} {...limitOf(props, "max_entries")} />
      </div>
      <SeveralLimit
        label={t("ui.field.spec.keys")}
        help={t("ui.field.spec.keysHelp")}
        type="text"
        {...limitOf(props, "keys")}
      />
    </>
  );
};

interface SeveralLimitProps<T extends string | number> {
  label: string;
  help: string;
  type: "text" | "number";
  value: T[] | undefined;
  fault: string | undefined;
  isDisabled: boolean;
  onChange: (value: T[] | undefined) => void;
}

/** A limit that is a list; when emptied it is removed from the specification. */
const SeveralLimit = <T extends string | number>(props: SeveralLimitProps<T>) => {
  const { label, help, type, value, fault, isDisabled, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <FieldControl
        spec={{ type: "list", item_type: type, max_items: 200, is_unique: true }}
        label={label}
        help={help}
        value={value ?? []}
        isDisabled={isDisabled}
        onChange={(next) => next !== undefined && onChange(isFilled(next) ? (next as T[]) : undefined)}
      />
      {fault === undefined ? null : (
        <p role="status" className="ds-field-row-fault">
          {faultWords(fault, t)}
        </p>
      )}
    </>
  );
};

const ListLimits = (props: LimitsOf<"list">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="ds-spec-grid">
        <NumberLimit label={t("ui.field.spec.minItems")} {...limitOf(props, "min_items")} />
        <NumberLimit label={t("ui.field.spec.maxItems")} {...limitOf(props, "max_items")} />
      </div>
      <Flag label={t("ui.field.spec.unique")} {...limitOf(props, "is_unique")} />
      {props.spec.item_type === "boolean" ? null : (
        <SeveralLimit
          key={props.spec.item_type}
          label={t("ui.field.spec.listOptions")}
          help={t("ui.field.spec.listOptionsHelp")}
          type={props.spec.item_type}
          {...limitOf(props, "options")}
        />
      )}
    </>
  );
};
