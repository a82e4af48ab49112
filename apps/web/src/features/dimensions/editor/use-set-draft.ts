import { type Dispatch, type SetStateAction, useState } from "react";
import { isSame, type SetDraft } from "./set-draft.ts";

export interface SetDraftState {
  draft: SetDraft;
  isEdited: boolean;
  change: Dispatch<SetStateAction<SetDraft>>;
  /** Starts anew from what was saved. */
  settle: (saved: SetDraft) => void;
}

/** What is being edited, beside what is saved. Mount it anew for another set. */
export const useSetDraft = (saved: SetDraft): SetDraftState => {
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(saved);
  // Renewed by another hand: what nobody has touched here follows.
  if (!isSame(base, saved) && isSame(base, draft)) {
    setBase(saved);
    setDraft(saved);
  }
  return {
    draft,
    isEdited: !isSame(draft, base),
    change: setDraft,
    settle: (next) => {
      setBase(next);
      setDraft(next);
    },
  };
};
