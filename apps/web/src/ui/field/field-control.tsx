import type { FieldSpec, FieldValue } from "@dailies/contract";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { EntriesControl } from "./entries-control.tsx";
import { faultWords } from "./fault-words.ts";
import { type DraftFault, type EntryDraft, entryTypeOf, type FieldDraft, type ScalarDraft } from "./field-draft.ts";
import "./field.css";
import { ScalarControl } from "./scalar-control.tsx";
import { useFieldDraft } from "./use-field-draft.ts";
import { useLimitWords } from "./use-limit-words.ts";

interface FieldControlProps {
  spec: FieldSpec;
  label: string;
  /** Undefined while there is no valid value. */
  value: FieldValue | undefined;
  /** Receives the parsed value, or undefined while the input is invalid. */
  onChange: (value: FieldValue | undefined) => void;
  help?: ReactNode;
  isDisabled?: boolean;
  /** If a label is already shown above it; screen readers still get it. */
  isLabelHidden?: boolean;
}

/** The input for all five field types: validates while typing, and shows errors in place. */
export const FieldControl = (props: FieldControlProps) => (
  // Remount for another type.
  <TypedControl key={`${props.spec.type} ${entryTypeOf(props.spec)}`} {...props} />
);

const TypedControl = (props: FieldControlProps) => {
  const { spec, label, value, onChange, help, isDisabled = false, isLabelHidden = false } = props;
  const { draft, setDraft, faults } = useFieldDraft({ spec, value, onChange });
  const id = useId();
  const whole = faults.filter(({ entryId }) => entryId === undefined);
  return (
    <fieldset className="ds-field" aria-describedby={`${id}-about`}>
      <legend id={`${id}-label`} className="ds-visually-hidden">
        {label}
      </legend>
      {isLabelHidden ? null : <FieldLabel spec={spec} id={id} label={label} />}
      <FieldBody
        spec={spec}
        id={id}
        draft={draft}
        setDraft={setDraft}
        faults={faults}
        isWrong={whole.length > 0}
        isDisabled={isDisabled}
      />
      <FieldNotes
        id={`${id}-about`}
        spec={spec}
        help={help}
        faults={whole}
        canMove={!isDisabled && Array.isArray(draft) && draft.length > 1}
      />
    </fieldset>
  );
};

/** A text or a number is a single input with a label; the others are groups with a legend. */
const FieldLabel = ({ spec, id, label }: { spec: FieldSpec; id: string; label: string }) =>
  spec.type === "text" || spec.type === "number" ? (
    <label className="ds-field-label" htmlFor={id}>
      {label}
    </label>
  ) : (
    <span className="ds-field-label" aria-hidden="true">
      {label}
    </span>
  );

interface FieldBodyProps {
  spec: FieldSpec;
  id: string;
  draft: FieldDraft;
  setDraft: (draft: FieldDraft) => void;
  faults: readonly DraftFault[];
  isWrong: boolean;
  isDisabled: boolean;
}

const FieldBody = ({ spec, id, draft, setDraft, faults, isWrong, isDisabled }: FieldBodyProps) => {
  if (spec.type === "key_value" || spec.type === "list") {
    return (
      <EntriesControl
        type={spec.type === "list" ? spec.item_type : spec.value_type}
        hasKeys={spec.type === "key_value"}
        entries={draft as readonly EntryDraft[]}
        faults={faults}
        isDisabled={isDisabled}
        onChange={setDraft}
      />
    );
  }
  return (
    <ScalarControl
      spec={spec}
      draft={draft as ScalarDraft}
      onChange={setDraft}
      id={id}
      labelId={`${id}-label`}
      describedBy={`${id}-about`}
      isWrong={isWrong}
      isDisabled={isDisabled}
    />
  );
};

interface FieldNotesProps {
  id: string;
  spec: FieldSpec;
  help: ReactNode;
  faults: readonly DraftFault[];
  canMove: boolean;
}

const FieldNotes = ({ id, spec, help, faults, canMove }: FieldNotesProps) => {
  const { t } = useTranslation();
  const limits = useLimitWords(spec);
  return (
    <div id={id} className="ds-field-notes">
      <div role="status">
        {faults.map(({ message }) => (
          <p key={message} className="ds-field-fault">
            {faultWords(message, t)}
          </p>
        ))}
      </div>
      {limits === undefined ? null : <p>{limits}</p>}
      {spec.type === "list" && canMove ? <p>{t("ui.field.moveHint")}</p> : null}
      {help === undefined ? null : <div>{help}</div>}
    </div>
  );
};
