import type { LabelItem, LabelTaskDetail } from "@dailies/contract";
import { useState } from "react";
import { PATHS } from "../../../lib/paths.ts";
import { useCurrentUser } from "../../../lib/session.ts";
import { useLeave } from "../../../shared/leased-work/state/use-leave.ts";
import { isBegun } from "../form/label-form.rules.ts";
import { releaseLabelItem, type SkipReason } from "./labelling-calls.ts";
import { type FocusTargets, useItemView } from "./use-item-view.ts";
import type { Labelling } from "./use-labelling.ts";

type OpenDialog = { readonly kind: "skip"; readonly start: SkipReason } | { readonly kind: "leave" };

/** View state of one item that is labelled: its player, its segments, its dialogs and leaving. */
export const useWorkspaceView = (
  task: LabelTaskDetail,
  labelling: Labelling,
  item: LabelItem,
  targets: FocusTargets,
) => {
  const { queue, drafts, undo } = labelling;
  const isExternal = useCurrentUser().is_external;
  const [dialog, setDialog] = useState<OpenDialog>();
  const leave = useLeave({
    items: queue.items,
    sendDraft: drafts.send,
    release: releaseLabelItem,
    to: isExternal ? PATHS.home : PATHS.labelTasks,
    queryKey: ["labelling"],
  });
  const { items } = queue;
  const view = useItemView(
    { task, items, item, kept: undo.last?.item, values: drafts.draft, onChange: labelling.change },
    targets,
  );
  return {
    ...view,
    dialog,
    leave,
    openSkip: (start: SkipReason = "cannot_decide") => setDialog({ kind: "skip", start }),
    closeDialog: () => {
      setDialog(undefined);
      view.toStage();
    },
    /** Asks for confirmation if the item was started, otherwise leaves immediately. */
    askToLeave: () => {
      if (isBegun(drafts.draft, item.prefill) || labelling.mail.waiting > 0) setDialog({ kind: "leave" });
      else leave();
    },
  };
};
export type WorkspaceView = ReturnType<typeof useWorkspaceView>;
