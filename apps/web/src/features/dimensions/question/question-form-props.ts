import type { QuestionDraft } from "./question-draft.ts";

export interface QuestionFormProps {
  draft: QuestionDraft;
  isNew: boolean;
  isReadOnly: boolean;
  /** By field name. */
  faults: Readonly<Record<string, string>>;
  onChange: (draft: QuestionDraft) => void;
}
