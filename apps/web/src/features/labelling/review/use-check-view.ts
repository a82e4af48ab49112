import type { LabelTaskDetail, LabelValue, LabelValues } from "@dailies/contract";
import { useRef } from "react";
import { PATHS } from "../../../lib/paths.ts";
import { useLeave } from "../../../shared/leased-work/state/use-leave.ts";
import type { LabelFormHandle } from "../form/label-form.tsx";
import type { ClipItem } from "../workspace/clip-item.ts";
import { useItemView } from "../workspace/use-item-view.ts";

interface CheckedWork {
  readonly queue: { readonly items: readonly ClipItem[] };
  readonly drafts: { readonly draft: LabelValues; readonly send: () => void };
  readonly change: (key: string, value: LabelValue | null) => void;
}

/** View state of an item that is reviewed or adjudicated: as in labelling, but leaving leads to the tab Review. */
export const useCheckView = (
  task: LabelTaskDetail,
  { queue, drafts, change }: CheckedWork,
  { item, release }: { readonly item: ClipItem; readonly release: (leaseId: string) => Promise<unknown> },
) => {
  const stage = useRef<HTMLElement>(null);
  const form = useRef<LabelFormHandle>(null);
  const leave = useLeave({
    items: queue.items,
    sendDraft: drafts.send,
    release,
    to: `${PATHS.labelTasks}?tab=review`,
    queryKey: ["labelling"],
  });
  const { items } = queue;
  const view = useItemView({ task, items, item, values: drafts.draft, onChange: change }, { stage, form });
  return { ...view, leave };
};
export type CheckView = ReturnType<typeof useCheckView>;
