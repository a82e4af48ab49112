import type { QuestionDraft } from "./question-draft.ts";

export interface QuestionFormProps {
  draft: QuestionDraft;
  isNew: boolean;
  isReadOnly: boolean;
  /** By the name of the field. */
  faults: Readonly<Record<string, string>>;
  onChange: (draft: QuestionDraft) => void;
}
