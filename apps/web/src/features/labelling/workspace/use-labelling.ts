import {
  checkLabelValues,
  type LabelTaskDetail,
  type LabelValue,
  type LabelValues,
  MAX_LEASES,
  UNDO_S,
} from "@dailies/contract";
import { useState } from "react";
import { labelWorkCalls } from "../../../lib/api/clients/labelling/label-work.ts";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { SeenClip } from "../../../shared/leased-work/clips/seen-clip.ts";
import { useLeasedWork } from "../../../shared/leased-work/state/use-leased-work.ts";
import { labelAnswers, labelDrafts, labellingCalls } from "./labelling-calls.ts";

/** The watched parts of each leased clip, by lease. */
class WatchedClips {
  readonly #clips = new Map<string, SeenClip>();

  of(leaseId: string): SeenClip {
    const known = this.#clips.get(leaseId);
    if (known) return known;
    const clip = new SeenClip(labelDrafts.read(leaseId)?.watchedS);
    this.#clips.set(leaseId, clip);
    return clip;
  }
}

const MINUTE_MS = 60_000;

/** State of one person labelling one task: leased items, drafts, watched parts, and the outbox. */
export const useLabelling = (task: LabelTaskDetail) => {
  const [watched] = useState(() => new WatchedClips());
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const work = useLeasedWork({
    taskId: task.id,
    limits: { leaseMs: task.lease_minutes * MINUTE_MS, maxLeases: MAX_LEASES },
    undoMs: UNDO_S * 1_000,
    calls: labellingCalls(task.id),
    answers: labelAnswers,
    drafts: {
      store: labelDrafts,
      firstDraft: (item): LabelValues => ({ ...item?.prefill }),
      toKept: (leaseId, kept) => ({ ...kept, watchedS: watched.of(leaseId).seenS }),
      saveDraft: (leaseId, values, savedAt) =>
        labelWorkCalls.saveLabelDraft({ body: { lease_id: leaseId, values, saved_at: savedAt } }),
    },
  });
  const { item, drafts } = work;
  const checked = checkLabelValues(task.fields, drafts.draft, item?.media?.duration_us ?? null);

  /** Returns true if it was submitted; otherwise the faults are shown. */
  const submit = (): boolean => {
    if (!item || checked.faults.length > 0) {
      setAreFaultsShown(true);
      return false;
    }
    setAreFaultsShown(false);
    work.submit({
      lease_id: item.lease_id,
      client_id: newRequestKey(),
      values: checked.values,
      guidelines_version: task.guidelines.version,
      duration_ms: work.timeOn(),
      watched_s: watched.of(item.lease_id).seenS,
    });
    return true;
  };
  return {
    ...work,
    watched,
    checked,
    areFaultsShown,
    submit,
    change: (key: string, value: LabelValue | null) => drafts.change((draft) => ({ ...draft, [key]: value })),
  };
};
export type Labelling = ReturnType<typeof useLabelling>;
