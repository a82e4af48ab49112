import type { DefectMark, EvaluationItem } from "@dailies/contract";
import { type RefObject, useCallback, useEffect, useReducer, useState } from "react";
import type { AnswerFormHandle } from "../../../../shared/answer-form/answer-form.tsx";
import type { PlayerMark } from "../../../../shared/synced-player/types.ts";
import { type PlayerHandle, startPlayer, useLivePlayer } from "../../../../shared/synced-player/use-player.ts";
import { changeView, firstView } from "../../../../shared/synced-player/view-state.ts";
import { useClipCache } from "../clips/use-clip-cache.ts";
import { useMarkWords } from "../marks/mark-words.ts";
import { isBegun, type Slot, slotsOf } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import { useLeave } from "../state/use-leave.ts";
import type { SkipReason } from "./skip-dialog.tsx";

export type OpenDialog =
  | { readonly kind: "mark"; readonly start: DefectMark }
  | { readonly kind: "skip"; readonly start: SkipReason }
  | { readonly kind: "leave" };

interface FocusTargets {
  readonly stage: RefObject<HTMLElement | null>;
  readonly form: RefObject<AnswerFormHandle | null>;
}

const isSame = (one: DefectMark) => (other: DefectMark) =>
  one.slot === other.slot && one.tag === other.tag && one.t === other.t;

const useMarks = ({ drafts }: Judging) => {
  const wordsOf = useMarkWords();
  const marks: readonly PlayerMark[] = drafts.draft.marks.map((mark) => ({
    id: `${mark.slot} ${mark.t} ${mark.tag}`,
    timeS: mark.t,
    words: wordsOf(mark),
  }));
  const change = (mark: DefectMark, isKept: boolean): void =>
    drafts.change((draft) => ({
      ...draft,
      marks: [...draft.marks.filter((other) => !isSame(mark)(other)), ...(isKept ? [mark] : [])],
    }));
  return {
    marks,
    addMark: (mark: DefectMark) => change(mark, true),
    removeMark: (mark: DefectMark) => change(mark, false),
  };
};

/** The players of the deck; the next one can be started before the page has rendered it. */
const useHandles = ([current, next]: readonly EvaluationItem[]) => {
  const [handles, setHandles] = useState<ReadonlyMap<string, PlayerHandle>>(new Map());
  const onHandle = useCallback((leaseId: string, handle: PlayerHandle | undefined): void => {
    setHandles((before) => {
      const after = new Map(before);
      if (handle) after.set(leaseId, handle);
      else after.delete(leaseId);
      return after;
    });
  }, []);
  const waiting = next && handles.get(next.lease_id);
  return {
    handle: current && handles.get(current.lease_id),
    onHandle,
    startNext: () => {
      if (waiting) startPlayer(waiting);
    },
  };
};

/** View state of one item: its player, its dialogs and leaving. */
export const useJudgingView = (judging: Judging, item: EvaluationItem, { stage, form }: FocusTargets) => {
  const { queue, drafts, undo } = judging;
  const { handle, onHandle, startNext } = useHandles(queue.items);
  const [view, change] = useReducer(changeView, "side", firstView);
  const [dialog, setDialog] = useState<OpenDialog>();
  const player = useLivePlayer(handle);
  const leave = useLeave(queue.items, drafts.send);
  const cache = useClipCache(queue.items, undo.last?.item);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item starts with the focus on its clips.
  useEffect(() => stage.current?.focus({ preventScroll: true }), [item.lease_id]);

  const slots = slotsOf(item);
  /** In the overlay modes only the front clip is visible. */
  const seenSlot: Slot = (view.mode === "side" ? slots[0] : slots[view.front]) ?? "A";
  const openMark = (timeS: number): void => {
    handle?.controller.pause();
    setDialog({
      kind: "mark",
      start: { t: Math.round(timeS * 1_000) / 1_000, slot: seenSlot, tag: "flicker", note: "" },
    });
  };
  return {
    handle,
    onHandle,
    startNext,
    player,
    view,
    changeView: change,
    cache,
    dialog,
    openMark,
    leave,
    stage,
    form,
    ...useMarks(judging),
    openSkip: (start: SkipReason = "cannot_decide") => setDialog({ kind: "skip", start }),
    closeDialog: () => {
      setDialog(undefined);
      stage.current?.focus({ preventScroll: true });
    },
    /** Asks for confirmation if the item was started, otherwise leaves immediately. */
    askToLeave: () => {
      if (isBegun(drafts.draft) || judging.mail.waiting > 0) setDialog({ kind: "leave" });
      else leave();
    },
  };
};
export type JudgingViewState = ReturnType<typeof useJudgingView>;
