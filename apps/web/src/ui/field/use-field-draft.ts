import type { FieldSpec, FieldValue } from "@dailies/contract";
import { useEffect, useRef, useState } from "react";
import { checkDraft, type DraftFault, draftOf, type FieldDraft, sameField } from "./field-draft.ts";

interface FieldDraftOptions {
  spec: FieldSpec;
  value: FieldValue | undefined;
  onChange: (value: FieldValue | undefined) => void;
}

interface FieldDraftState {
  draft: FieldDraft;
  setDraft: (draft: FieldDraft) => void;
  faults: readonly DraftFault[];
}

/** Holds the typed text, emits the parsed value, and resets when the value is changed elsewhere. */
export const useFieldDraft = ({ spec, value, onChange }: FieldDraftOptions): FieldDraftState => {
  const [draft, setDraft] = useState(() => draftOf(spec, value));
  const [handedOn, setHandedOn] = useState(value);
  const [isTouched, setIsTouched] = useState(false);
  const latest = useRef(onChange);
  latest.current = onChange;

  const isChangedElsewhere = !sameField(value, handedOn);
  if (isChangedElsewhere) {
    setHandedOn(value);
    setDraft(draftOf(spec, value));
    setIsTouched(false);
  }

  const { value: made, faults } = checkDraft(spec, draft);
  // Also after a change of the limits alone, which can make a value valid or invalid.
  const isNews = isTouched && !isChangedElsewhere && !sameField(made, handedOn);
  useEffect(() => {
    if (!isNews) return;
    setHandedOn(made);
    latest.current(made);
  });

  return {
    draft,
    setDraft: (next) => {
      setIsTouched(true);
      setDraft(next);
    },
    // Do not show errors in a field that was never filled in.
    faults: isTouched || value !== undefined ? faults : [],
  };
};
