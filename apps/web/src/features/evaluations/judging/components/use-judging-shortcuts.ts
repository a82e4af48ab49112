import { CHOICES, type EvaluationItem } from "@dailies/contract";
import { useWorkKeys } from "../../../../shared/leased-work/components/use-work-keys.ts";
import { EVALUATIONS_KEYS, type JudgingAct } from "../../evaluations.shortcuts.ts";
import { scaleOf, withChoice, withStrength } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import type { JudgingViewState } from "./use-judging-view.ts";

/** Submits the judgement, or focuses the first missing answer. */
export const submitOrShow = (judging: Judging, { form, stage, startNext }: JudgingViewState): void => {
  const { missing } = judging;
  if (judging.submit()) return startNext();
  if (!missing) return;
  const [fault] = Object.keys(missing.answers);
  if (missing.unwatched.length === 0 && !missing.isChoiceMissing && fault) form.current?.focusQuestion(fault);
  else stage.current?.focus({ preventScroll: true });
};

const chooseBy = (judging: Judging, item: EvaluationItem, { form }: JudgingViewState, digit: number): void => {
  const scale = scaleOf(item);
  // With one clip every digit key belongs to a question.
  if (scale.kind === "none") form.current?.focusFirst();
  const choice = CHOICES[digit - 1];
  if (scale.kind === "choice" && choice) judging.drafts.change((draft) => withChoice(item, draft, choice));
  if (scale.kind === "strength") judging.drafts.change((draft) => withStrength(item, draft, digit - 1 - scale.max));
};

export const useJudgingShortcuts = (judging: Judging, item: EvaluationItem, viewState: JudgingViewState): void => {
  const { handle, stage, form } = viewState;
  const controller = handle?.controller;
  const toggle = (): void => {
    if (controller?.snapshot.wantsToPlay) controller.pause();
    else controller?.play();
  };
  const toStage = (): void => stage.current?.focus({ preventScroll: true });
  useWorkKeys<JudgingAct>({
    table: EVALUATIONS_KEYS,
    worksWhileTyping: (act) => act === "submit" || act === "leave",
    isOff: viewState.dialog !== undefined,
    onDigit: (digit) => chooseBy(judging, item, viewState, digit),
    acts: {
      submit: () => submitOrShow(judging, viewState),
      undo: judging.undo.undo,
      play: toggle,
      playToo: toggle,
      back: () => controller?.step(-1),
      on: () => controller?.step(1),
      view: () => viewState.changeView({ act: "nextMode" }),
      mark: () => viewState.openMark(controller?.timeS ?? 0),
      skip: () => viewState.openSkip(),
      form: () => form.current?.focusFirst(),
      // From a field back to the clips, and from there to the exit.
      leave: () =>
        stage.current?.contains(document.activeElement) || document.activeElement === document.body
          ? viewState.askToLeave()
          : toStage(),
    },
  });
};
