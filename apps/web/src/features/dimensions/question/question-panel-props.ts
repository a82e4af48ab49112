import type { DimensionItem } from "@dailies/contract";
import type { SetDraft } from "../editor/set-draft.ts";
import type { EditorAddress } from "../use-editor-address.ts";

export interface QuestionPanelProps {
  draft: SetDraft;
  isSetReadOnly: boolean;
  address: EditorAddress;
  onChangeSet: (draft: SetDraft) => void;
  /** The unsaved input for the preview; undefined if there is none. */
  onLive: (dimension: DimensionItem | undefined) => void;
  onEdited: (isEdited: boolean) => void;
  onSaved: (dimension: DimensionItem, isNew: boolean) => void;
}
