import { useWorkKeys } from "../../../shared/leased-work/components/use-work-keys.ts";
import { chooseByDigit } from "../form/label-form.tsx";
import { useOwnKeys, withOwnKeys } from "../keys/own-keys.ts";
import { LABEL_WORK_KEYS, type LabelWorkAct } from "../labelling.shortcuts.ts";
import { playerActs } from "./player-acts.ts";
import type { Labelling } from "./use-labelling.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";

/** Submits the label, or focuses the first field that is not right. */
export const submitOrShow = (labelling: Labelling, { form, startNext }: WorkspaceView): void => {
  if (labelling.submit()) return startNext();
  const [fault] = labelling.checked.faults;
  if (fault) form.current?.focusField(fault.key);
};

const TEXT_LINE = "input";

export const useWorkspaceShortcuts = (labelling: Labelling, view: WorkspaceView): void => {
  const submit = (): void => submitOrShow(labelling, view);
  useWorkKeys<LabelWorkAct>({
    table: withOwnKeys(LABEL_WORK_KEYS, useOwnKeys()),
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
      ...playerActs(view),
      form: () => view.form.current?.focusFirst(),
      leave: () => (view.isOnStage() ? view.askToLeave() : view.toStage()),
    },
  });
};
