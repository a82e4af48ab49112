import type { DimensionItem, TemplateDetail } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../../lib/use-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import styles from "../dimensions.module.css";
import { DIMENSIONS_KEYS } from "../dimensions.shortcuts.ts";
import { Library } from "../library/library.tsx";
import { QuestionPanel } from "../question/question-panel.tsx";
import { type EditorAddress, NEW } from "../use-editor-address.ts";
import { Preview } from "./preview.tsx";
import { BLANK_SET, draftOf, type SetDraft, withDimension, withVersion } from "./set-draft.ts";
import { SetEntries } from "./set-entries.tsx";
import { SetHeader } from "./set-header.tsx";
import { SetSettings } from "./set-settings.tsx";
import { useSaveSet } from "./use-save-set.tsx";
import { useSetDraft } from "./use-set-draft.ts";

interface SetWorkspaceProps {
  /** Absent for a set that was never saved. */
  saved: TemplateDetail | undefined;
  address: EditorAddress;
}

const paramOf = (search: string, name: string): string | null => new URLSearchParams(search).get(name);

/** Library, set and question side by side; edits show in the preview immediately. */
export const SetWorkspace = ({ saved, address }: SetWorkspaceProps) => {
  const { t } = useTranslation();
  const isPast = saved !== undefined && address.version !== undefined && saved.versions[0]?.version !== saved.version;
  const isReadOnly = isPast || saved?.may_change === false || (saved?.archived_at ?? null) !== null;
  const state = useSetDraft(saved ? draftOf(saved) : BLANK_SET);
  const { draft, change, isEdited } = state;
  const [live, setLive] = useState<DimensionItem>();
  const [isQuestionEdited, setIsQuestionEdited] = useState(false);
  const saving = useSaveSet({ saved, state, address, isReadOnly });
  useKey(DIMENSIONS_KEYS.create.keys, () => address.select(NEW));
  useKey(DIMENSIONS_KEYS.save.keys, saving.save);
  const keep = (dimension: DimensionItem, isNew: boolean): void => {
    setLive(undefined);
    setIsQuestionEdited(false);
    if (isReadOnly) return;
    change((now) => (isNew ? withDimension(now, dimension) : withVersion(now, dimension)));
  };
  return (
    <div className={styles.editor}>
      <SetHeader
        saved={saved}
        draft={draft}
        isEdited={isEdited}
        isReadOnly={isReadOnly}
        isPast={isPast}
        address={address}
        saving={saving}
        onChange={change}
      />
      {saving.error === undefined ? null : (
        <ErrorPanel isCompact title={t("dimensions.set.notSaved")} error={saving.error} />
      )}
      <div className={styles.columns}>
        <Library
          heldIds={new Set(draft.items.map(({ dimension_id }) => dimension_id))}
          selectedId={address.dimensionId}
          isReadOnly={isReadOnly}
          onSelect={address.select}
          onAdd={(dimension) => change(withDimension(draft, dimension))}
        />
        <div className={styles.middle}>
          <SetEntries
            draft={draft}
            selectedId={address.dimensionId}
            isReadOnly={isReadOnly}
            isWanting={saving.faults.items !== undefined}
            onSelect={address.select}
            onChange={change}
          />
          <Preview draft={withLive(draft, live)} />
          <SetSettings draft={draft} isReadOnly={isReadOnly} faults={saving.faults} onChange={change} />
        </div>
        <QuestionPanel
          key={address.dimensionId ?? ""}
          draft={draft}
          isSetReadOnly={isReadOnly}
          address={address}
          onChangeSet={change}
          onLive={setLive}
          onEdited={setIsQuestionEdited}
          onSaved={keep}
        />
      </div>
      {saving.dialog}
      <LeaveGuard
        isNeeded={(isEdited && !saving.isLeaving) || isQuestionEdited}
        keeps={({ pathname, search }, from) =>
          pathname === from.pathname &&
          paramOf(search, "template") === paramOf(from.search, "template") &&
          paramOf(search, "version") === paramOf(from.search, "version") &&
          (!isQuestionEdited || paramOf(search, "dimension") === paramOf(from.search, "dimension"))
        }
        title={t("dimensions.leave.title")}
        effect={t("dimensions.leave.effect")}
        action={t("dimensions.leave.action")}
      />
    </div>
  );
};

/** Unsaved input of the panel appears in the preview. */
const withLive = (draft: SetDraft, live: DimensionItem | undefined): SetDraft => {
  if (!live) return draft;
  return live.id === NEW ? withDimension(draft, live) : withVersion(draft, live);
};
