import { assetKindOf, type FieldValue, type PerformerInput } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldControl } from "../../ui/field/field-control.tsx";
import { AssetInput } from "../asset-picker/lazy-asset-picker.tsx";
import styles from "./schema-form.module.css";
import { shortValue, unitOf } from "./schema-values.ts";

interface SchemaInputProps {
  input: PerformerInput;
  value: FieldValue | undefined;
  isPartial: boolean;
  onChange: (value: FieldValue | undefined) => void;
  onClear: () => void;
}

/** One input of a performer. An optional input shows its default, and can be cleared. */
export const SchemaInput = ({ input, value, isPartial, onChange, onClear }: SchemaInputProps) => {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const [isTouched, setIsTouched] = useState(value !== undefined);
  const mayBeAbsent = isPartial || !input.is_required || input.default !== undefined;
  const clear = (): void => {
    // Remount the control: the old one still holds the typed text.
    setRound(round + 1);
    setIsTouched(false);
    onClear();
  };
  const change = (next: FieldValue | undefined): void => {
    setIsTouched(true);
    onChange(next);
  };
  const label = mayBeAbsent ? t("shared.schemaForm.optional", { label: input.label }) : input.label;
  const help = <Help input={input} isSet={isTouched} />;
  const assetKind = assetKindOf(input);
  return (
    <div className={styles.input}>
      {assetKind === undefined ? (
        <FieldControl key={round} spec={input.spec} label={label} value={value} help={help} onChange={change} />
      ) : (
        <AssetInput
          key={round}
          kind={assetKind}
          label={label}
          value={typeof value === "string" && value !== "" ? value : undefined}
          help={help}
          onChange={change}
        />
      )}
      {mayBeAbsent && isTouched ? (
        <Button
          type="link"
          size="small"
          className={styles.clear}
          aria-label={t("shared.schemaForm.clear", { label: input.label })}
          onClick={clear}
        >
          {t("shared.schemaForm.clearShort")}
        </Button>
      ) : null}
    </div>
  );
};

const Help = ({ input, isSet }: { input: PerformerInput; isSet: boolean }) => {
  const { t } = useTranslation();
  const { help, spec, default: fallback } = input;
  const note =
    !isSet && fallback !== undefined
      ? t("shared.schemaForm.default", { value: `${shortValue(fallback)}${unitOf(spec)}` })
      : undefined;
  if (help === undefined && note === undefined) return null;
  return (
    <>
      {help === undefined ? null : <span>{help} </span>}
      {note === undefined ? null : <span>{note}</span>}
    </>
  );
};
