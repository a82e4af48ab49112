import type { LabelField, LabelItem, LabelTaskDetail } from "@dailies/contract";
import { type RefObject, useEffect, useState } from "react";
import { PATHS } from "../../../lib/paths.ts";
import { useCurrentUser } from "../../../lib/session.ts";
import { useClipCache } from "../../../shared/leased-work/clips/use-clip-cache.ts";
import { useDeckPlayers } from "../../../shared/leased-work/clips/use-deck-players.ts";
import { useLeave } from "../../../shared/leased-work/state/use-leave.ts";
import { useLivePlayer } from "../../../shared/synced-player/use-player.ts";
import { activeFieldOf, isBegun } from "../form/label-form.rules.ts";
import type { LabelFormHandle } from "../form/label-form.tsx";
import { useSegmentEditors } from "../segments/use-segment-editors.ts";
import { releaseLabelItem, type SkipReason } from "./labelling-calls.ts";
import { useExactFrames } from "./use-exact-frames.ts";
import type { Labelling } from "./use-labelling.ts";

type OpenDialog = { readonly kind: "skip"; readonly start: SkipReason } | { readonly kind: "leave" };

interface FocusTargets {
  readonly stage: RefObject<HTMLElement | null>;
  readonly form: RefObject<LabelFormHandle | null>;
}

export const isVideo = ({ media }: LabelItem): boolean => media?.content_type.startsWith("video/") ?? false;

const clipUrlsOf = (items: readonly LabelItem[]): string[] =>
  items.filter(isVideo).flatMap(({ media }) => (media ? [media.url] : []));

/** Clips are put on their own clock, so the player's duration stands in for one that was not probed. */
const durationUsOf = ({ media }: LabelItem): number | null => media?.duration_us ?? null;

/** View state of one item: its player, its segments, its dialogs and leaving. */
export const useWorkspaceView = (
  task: LabelTaskDetail,
  labelling: Labelling,
  item: LabelItem,
  { stage, form }: FocusTargets,
) => {
  const { queue, drafts, undo } = labelling;
  const isExternal = useCurrentUser().is_external;
  const { handle, onHandle, startNext } = useDeckPlayers(queue.items);
  const player = useLivePlayer(handle);
  const cache = useClipCache(clipUrlsOf([...queue.items, ...(undo.last ? [undo.last.item] : [])]));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [areGuidelinesOpen, setAreGuidelinesOpen] = useState(false);
  const leave = useLeave({
    items: queue.items,
    sendDraft: drafts.send,
    release: releaseLabelItem,
    to: isExternal ? PATHS.home : PATHS.labelTasks,
    queryKey: ["labelling"],
  });
  useExactFrames(
    handle,
    item,
    task.fields.some(({ input }) => input.kind === "segments"),
  );
  const editors = useSegmentEditors({
    itemKey: item.lease_id,
    fields: task.fields,
    values: drafts.draft,
    durationUs: durationUsOf(item),
    player,
    onChange: labelling.change,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item starts with the focus on its clip.
  useEffect(() => stage.current?.focus({ preventScroll: true }), [item.lease_id]);

  const toStage = (): void => stage.current?.focus({ preventScroll: true });
  const active: LabelField | undefined = activeFieldOf(task.fields, drafts.draft);
  const [firstEditor] = editors;
  return {
    handle,
    onHandle,
    startNext,
    player,
    cache,
    editors,
    /** The segments that the keys act on: of the focused field, or else of the first. */
    editorForKeys: () => editors.get(form.current?.focusedKey() ?? "") ?? firstEditor?.[1],
    active,
    dialog,
    leave,
    stage,
    form,
    toStage,
    areGuidelinesOpen,
    openGuidelines: () => setAreGuidelinesOpen(true),
    closeGuidelines: () => {
      setAreGuidelinesOpen(false);
      toStage();
    },
    openSkip: (start: SkipReason = "cannot_decide") => setDialog({ kind: "skip", start }),
    closeDialog: () => {
      setDialog(undefined);
      toStage();
    },
    /** Asks for confirmation if the item was started, otherwise leaves immediately. */
    askToLeave: () => {
      if (isBegun(drafts.draft, item.prefill) || labelling.mail.waiting > 0) setDialog({ kind: "leave" });
      else leave();
    },
  };
};
export type WorkspaceView = ReturnType<typeof useWorkspaceView>;
