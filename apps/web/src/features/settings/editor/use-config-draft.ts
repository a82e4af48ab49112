import type { ConfigItem } from "@dailies/contract";
import { useState } from "react";
import { type ConfigDraft, draftFrom, isDirty } from "./config-draft.ts";

interface ConfigDraftState {
  draft: ConfigDraft;
  change: (part: Partial<Omit<ConfigDraft, "base">>) => void;
  /** Restarts from this version. */
  restart: (item: ConfigItem) => void;
  isEdited: boolean;
  /** A version that was saved after these edits began. */
  newer: ConfigItem | undefined;
}

/** The edits of one key. Without edits the newest version is loaded; with edits it is only reported. */
export const useConfigDraft = (item: ConfigItem): ConfigDraftState => {
  const [draft, setDraft] = useState(() => draftFrom(item));
  const isEdited = isDirty(draft);
  if (!isEdited && item !== draft.base && item.version >= draft.base.version) setDraft(draftFrom(item));
  return {
    draft,
    change: (part) => setDraft((old) => ({ ...old, ...part })),
    restart: (from) => setDraft(draftFrom(from)),
    isEdited,
    newer: isEdited && item.version > draft.base.version ? item : undefined,
  };
};
