import type { DimensionItem } from "@dailies/contract";
import type { SetDraft } from "../editor/set-draft.ts";
import type { EditorAddress } from "../use-editor-address.ts";

export interface QuestionPanelProps {
  draft: SetDraft;
  isSetReadOnly: boolean;
  address: EditorAddress;
  onChangeSet: (draft: SetDraft) => void;
  /** What is typed, for the preview; undefined when it is as it was saved. */
  onLive: (dimension: DimensionItem | undefined) => void;
  onEdited: (isEdited: boolean) => void;
  onSaved: (dimension: DimensionItem, isNew: boolean) => void;
}
