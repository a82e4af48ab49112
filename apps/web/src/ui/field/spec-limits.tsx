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

/** A limit that is left open leaves the specification, so that two with the same limits are the same. */
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
  const { spec, isDisabled, onChange } = props;
  const optionsFault = props.faults.find(({ name }) => name === "options")?.message;
  return (
    <>
      <div className="ds-spec-grid">
        <NumberLimit label={t("ui.field.spec.minLength")} {...limitOf(props, "min_length")} />
        <NumberLimit label={t("ui.field.spec.maxLength")} {...limitOf(props, "max_length")} />
      </div>
      <Flag label={t("ui.field.spec.multiline")} {...limitOf(props, "is_multiline")} />
      <FieldControl
        spec={{ type: "list", item_type: "text", max_items: 200, is_unique: true }}
        label={t("ui.field.spec.options")}
        help={t("ui.field.spec.optionsHelp")}
        value={spec.options ?? []}
        isDisabled={isDisabled}
        onChange={(options) =>
          options !== undefined && onChange(withLimit(spec, "options", isFilled(options) ? options : undefined))
        }
      />
      {optionsFault === undefined ? null : (
        <p role="status" className="ds-field-row-fault">
          {faultWords(optionsFault, t)}
        </p>
      )}
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
        <TextLimit label={t("ui.field.spec.unit")} {...limitOf(props, "unit")} />
      </div>
      <Flag label={t("ui.field.spec.integer")} {...limitOf(props, "is_integer")} />
    </>
  );
};

const EntriesLimits = (props: LimitsOf<"key_value">) => {
  const { t } = useTranslation();
  return (
    <div className="ds-spec-grid">
      <NumberLimit label={t("ui.field.spec.maxEntries")} {...limitOf(props, "max_entries")} />
    </div>
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
    </>
  );
};
