import type { LabelField, LabelTaskDetail, LabelValue, LabelValues } from "@dailies/contract";
import { type RefObject, useEffect, useReducer, useState } from "react";
import { useClipCache } from "../../../shared/leased-work/clips/use-clip-cache.ts";
import { useDeckPlayers } from "../../../shared/leased-work/clips/use-deck-players.ts";
import { useLivePlayer } from "../../../shared/synced-player/use-player.ts";
import { changeView, firstView } from "../../../shared/synced-player/view-state.ts";
import { activeFieldOf } from "../form/label-form.rules.ts";
import type { LabelFormHandle } from "../form/label-form.tsx";
import { useSegmentEditors } from "../segments/use-segment-editors.ts";
import { type ClipItem, clipUrlsOf, durationUsOf } from "./clip-item.ts";
import { useExactFrames } from "./use-exact-frames.ts";

export interface FocusTargets {
  readonly stage: RefObject<HTMLElement | null>;
  readonly form: RefObject<LabelFormHandle | null>;
}

interface ItemViewOptions {
  readonly task: LabelTaskDetail;
  /** In one's hands; the first is shown. */
  readonly items: readonly ClipItem[];
  readonly item: ClipItem;
  /** Shown before, and may return. */
  readonly kept?: ClipItem | undefined;
  readonly values: LabelValues;
  readonly onChange: (key: string, value: LabelValue | null) => void;
}

/** View state of one item, in each mode of the workspace: its player, its segments and the guidelines. */
export const useItemView = (
  { task, items, item, kept, values, onChange }: ItemViewOptions,
  { stage, form }: FocusTargets,
) => {
  const { handle, onHandle, startNext } = useDeckPlayers(items);
  const player = useLivePlayer(handle);
  const cache = useClipCache(clipUrlsOf([...items, ...(kept ? [kept] : [])]));
  const [clips, changeClips] = useReducer(changeView, "side", firstView);
  const [areGuidelinesOpen, setAreGuidelinesOpen] = useState(false);
  useExactFrames(
    handle,
    item,
    task.fields.some(({ input }) => input.kind === "segments"),
  );
  const editors = useSegmentEditors({
    itemKey: item.lease_id,
    fields: task.fields,
    values,
    durationUs: durationUsOf(item),
    player,
    onChange,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item starts with the focus on its clip.
  useEffect(() => stage.current?.focus({ preventScroll: true }), [item.lease_id]);

  const toStage = (): void => stage.current?.focus({ preventScroll: true });
  const active: LabelField | undefined = activeFieldOf(task.fields, values);
  const [firstEditor] = editors;
  return {
    handle,
    onHandle,
    startNext,
    player,
    cache,
    /** How two clips are laid out. */
    clips,
    changeClips,
    editors,
    /** The segments that the keys act on: of the focused field, or else of the first. */
    editorForKeys: () => editors.get(form.current?.focusedKey() ?? "") ?? firstEditor?.[1],
    active,
    stage,
    form,
    toStage,
    /** From a field back to the clip, and from there to the exit. */
    isOnStage: () => stage.current?.contains(document.activeElement) || document.activeElement === document.body,
    areGuidelinesOpen,
    openGuidelines: () => setAreGuidelinesOpen(true),
    closeGuidelines: () => {
      setAreGuidelinesOpen(false);
      toStage();
    },
  };
};
export type ItemView = ReturnType<typeof useItemView>;
