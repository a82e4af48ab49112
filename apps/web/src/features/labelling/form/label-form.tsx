import {
  CHOICES,
  isFieldShown,
  type LabelFault,
  type LabelField,
  type LabelValue,
  type LabelValues,
} from "@dailies/contract";
import { type Ref, useImperativeHandle, useRef } from "react";
import { focusIn, handleKey } from "../../../shared/answer-form/answer-keys.ts";
import { choicesOf, choose } from "../../../shared/answer-form/answer-values.ts";
import type { SegmentEditor } from "../segments/use-segment-editors.ts";
import { LabelFieldRow } from "./label-field-row.tsx";
import styles from "./label-form.module.css";
import { ownValue, takesDigits } from "./label-form.rules.ts";

export interface LabelFormHandle {
  focusFirst(): void;
  focusField(key: string): void;
  /** The field that holds the focus. */
  focusedKey(): string | undefined;
}

interface LabelFormProps {
  fields: readonly LabelField[];
  values: LabelValues;
  /** What the fields started with. */
  prefill: LabelValues;
  editors: ReadonlyMap<string, SegmentEditor>;
  hasPlayer: boolean;
  faults: readonly LabelFault[];
  /** The field that the number keys fill in while the focus is elsewhere. */
  activeKey?: string | undefined;
  onChange: (key: string, value: LabelValue | null) => void;
  ref?: Ref<LabelFormHandle>;
}

/** Chooses by a number key: a choice of a field, or the class of a segment. */
export const chooseByDigit = (
  field: LabelField,
  index: number,
  values: LabelValues,
  { editors, onChange }: Pick<LabelFormProps, "editors" | "onChange">,
): void => {
  const { key, input } = field;
  if (input.kind === "segments") editors.get(key)?.setClass(input.classes[index]);
  if (input.kind === "pairwise" && CHOICES[index]) onChange(key, CHOICES[index]);
  if (input.kind !== "field") return;
  const choice = choicesOf(input.field)[index];
  const value = ownValue(values, key);
  if (choice !== undefined) onChange(key, choose(input.field, value as Parameters<typeof choose>[1], choice));
};

/** The form of a label task. It has no server dependency: fields, values and faults are props. */
export const LabelForm = (props: LabelFormProps) => {
  const { fields, values, prefill, editors, hasPlayer, faults, activeKey, onChange, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const rows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>("[data-question]") ?? [])];
    return {
      focusFirst: () => focusIn(rows()[0]),
      focusField: (key) => focusIn(rows().find(({ dataset }) => dataset.question === key)),
      focusedKey: () => rows().find((row) => row.contains(document.activeElement))?.dataset.question,
    };
  });
  const onDigit = (key: string, index: number): void => {
    const field = fields.find((each) => each.key === key);
    if (field && takesDigits(field)) chooseByDigit(field, index, values, props);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the focused fields inside it.
    <div
      ref={root}
      className={styles.form}
      onKeyDown={(event) => handleKey(event, { onDigit, onClear: (key) => onChange(key, null) })}
    >
      {fields
        .filter((field) => isFieldShown(field, values))
        .map((field) => (
          <LabelFieldRow
            key={field.key}
            field={field}
            value={ownValue(values, field.key)}
            prefilled={ownValue(prefill, field.key)}
            editor={editors.get(field.key)}
            hasPlayer={hasPlayer}
            faults={faults.filter(({ key }) => key === field.key)}
            isActive={field.key === activeKey}
            onChange={(value) => onChange(field.key, value)}
          />
        ))}
    </div>
  );
};
