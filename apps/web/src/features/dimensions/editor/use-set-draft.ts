import { type Dispatch, type SetStateAction, useState } from "react";
import { isSame, type SetDraft } from "./set-draft.ts";

export interface SetDraftState {
  draft: SetDraft;
  isEdited: boolean;
  change: Dispatch<SetStateAction<SetDraft>>;
  /** Resets to the saved state. */
  settle: (saved: SetDraft) => void;
}

/** The draft and its saved state. Remount it for another set. */
export const useSetDraft = (saved: SetDraft): SetDraftState => {
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(saved);
  // Another user saved the set: follow it if there are no local edits.
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
