import type { DefectMark, EvaluationItem } from "@dailies/contract";
import { type RefObject, useEffect, useReducer, useState } from "react";
import { PATHS } from "../../../../lib/paths.ts";
import type { AnswerFormHandle } from "../../../../shared/answer-form/answer-form.tsx";
import { useClipCache } from "../../../../shared/leased-work/clips/use-clip-cache.ts";
import { useDeckPlayers } from "../../../../shared/leased-work/clips/use-deck-players.ts";
import { useLeave } from "../../../../shared/leased-work/state/use-leave.ts";
import type { PlayerMark } from "../../../../shared/synced-player/types.ts";
import { useLivePlayer } from "../../../../shared/synced-player/use-player.ts";
import { changeView, firstView } from "../../../../shared/synced-player/view-state.ts";
import { useMarkWords } from "../marks/mark-words.ts";
import { isBegun, type Slot, slotsOf } from "../state/judgement.rules.ts";
import { releaseItem, type Skip } from "../state/judging-calls.ts";
import type { Judging } from "../state/use-judging.ts";

export type OpenDialog =
  | { readonly kind: "mark"; readonly start: DefectMark }
  | { readonly kind: "skip"; readonly start: Skip["reason"] }
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

const clipUrlsOf = (items: readonly EvaluationItem[]): string[] =>
  items.flatMap(({ slots }) => slots.map(({ media_url }) => media_url));

/** View state of one item: its player, its dialogs and leaving. */
export const useJudgingView = (judging: Judging, item: EvaluationItem, { stage, form }: FocusTargets) => {
  const { queue, drafts, undo } = judging;
  const { handle, onHandle, startNext } = useDeckPlayers(queue.items);
  const [view, change] = useReducer(changeView, "side", firstView);
  const [dialog, setDialog] = useState<OpenDialog>();
  const player = useLivePlayer(handle);
  const leave = useLeave({
    items: queue.items,
    sendDraft: drafts.send,
    release: releaseItem,
    to: PATHS.evaluating,
    queryKey: ["evaluations"],
  });
  const cache = useClipCache(clipUrlsOf([...queue.items, ...(undo.last ? [undo.last.item] : [])]));

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
    openSkip: (start: Skip["reason"] = "cannot_decide") => setDialog({ kind: "skip", start }),
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
