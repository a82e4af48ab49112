import { useWorkKeys } from "../../../shared/leased-work/components/use-work-keys.ts";
import { withLoopEnd, withLoopStart } from "../../../shared/synced-player/controller/sync-rules.ts";
import { PLAYER_RATES } from "../../../shared/synced-player/types.ts";
import type { Player } from "../../../shared/synced-player/use-player.ts";
import { chooseByDigit } from "../form/label-form.tsx";
import { LABEL_WORK_KEYS, type LabelWorkAct } from "../labelling.shortcuts.ts";
import type { Labelling } from "./use-labelling.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";

/** Submits the label, or focuses the first field that is not right. */
export const submitOrShow = (labelling: Labelling, { form, startNext }: WorkspaceView): void => {
  if (labelling.submit()) return startNext();
  const [fault] = labelling.checked.faults;
  if (fault) form.current?.focusField(fault.key);
};

const changeRate = (player: Player | undefined, by: 1 | -1): void => {
  const at = PLAYER_RATES.findIndex((rate) => rate >= (player?.snapshot.rate ?? 1));
  const next = PLAYER_RATES[Math.min(PLAYER_RATES.length - 1, Math.max(0, at + by))];
  if (next !== undefined) player?.controller.setRate(next);
};

/** Without segments, the keys for them set the loop, as in the other players. */
const setLoop = (player: Player | undefined, edge: "start" | "end"): void => {
  if (!player) return;
  const { controller, snapshot } = player;
  const { frames, frame } = controller;
  if (edge === "start") controller.setLoop(withLoopStart(snapshot.loop, frames.startOf(frame), snapshot.durationS));
  else controller.setLoop(withLoopEnd(snapshot.loop, frames.endOf(frame)));
};

const TEXT_LINE = "input";

export const useWorkspaceShortcuts = (labelling: Labelling, view: WorkspaceView): void => {
  const { player, stage, form } = view;
  const controller = player?.controller;
  const toggle = (): void => {
    if (controller?.snapshot.wantsToPlay) controller.pause();
    else controller?.play();
  };
  const submit = (): void => submitOrShow(labelling, view);
  const back = (): void => controller?.step(-1);
  const on = (): void => controller?.step(1);
  useWorkKeys<LabelWorkAct>({
    table: LABEL_WORK_KEYS,
    worksWhileTyping: (act, field) =>
      act === "submitToo" || act === "leave" || (act === "submit" && field.matches(TEXT_LINE)),
    isOff: view.dialog !== undefined || view.areGuidelinesOpen,
    onDigit: (digit) => {
      const { draft } = labelling.drafts;
      const options = { editors: view.editors, onChange: labelling.change };
      if (view.active) chooseByDigit(view.active, digit - 1, draft, options);
    },
    acts: {
      submit,
      submitToo: submit,
      skip: () => view.openSkip(),
      undo: labelling.undo.undo,
      guidelines: view.openGuidelines,
      begin: () => (view.editors.size > 0 ? view.editorForKeys()?.begin() : setLoop(player, "start")),
      end: () => (view.editors.size > 0 ? view.editorForKeys()?.end() : setLoop(player, "end")),
      play: toggle,
      playToo: toggle,
      back,
      on,
      backToo: back,
      onToo: on,
      slower: () => changeRate(player, -1),
      faster: () => changeRate(player, 1),
      loop: () => controller?.setLooping(!controller.snapshot.isLooping),
      form: () => form.current?.focusFirst(),
      // From a field back to the clip, and from there to the exit.
      leave: () =>
        stage.current?.contains(document.activeElement) || document.activeElement === document.body
          ? view.askToLeave()
          : view.toStage(),
    },
  });
};
