import {
  checkLabelValues,
  type DecideAdjudicationBody,
  decideAdjudicationBody,
  type LabelAdjudicationItem,
  type LabelCheckQueue,
  type LabelTaskDetail,
  type LabelValue,
  type LabelValues,
  LEASE_S,
  labelValues,
  MAX_LEASES,
} from "@dailies/contract";
import { useState } from "react";
import { z } from "zod";
import { labelReviewCalls } from "../../../lib/api/clients/labelling/label-reviews.ts";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { answerStore } from "../../../shared/leased-work/state/kept-answers.ts";
import { type DraftedItem, draftStore } from "../../../shared/leased-work/state/kept-drafts.ts";
import { type LeasedWorkCalls, useLeasedWork } from "../../../shared/leased-work/state/use-leased-work.ts";
import { isEdited, ownValue } from "../form/label-form.rules.ts";

/** The values so far are kept in this browser only. */
type AdjudicationItem = LabelAdjudicationItem & DraftedItem<LabelValues>;

const toItem = (item: LabelAdjudicationItem): AdjudicationItem => ({ ...item, draft: null, draft_saved_at: null });

const DRAFTS = draftStore("label.adjudication.draft.", z.object({ saved_at: z.iso.datetime(), draft: labelValues }));
const ANSWERS = answerStore<DecideAdjudicationBody>("label.adjudication.outbox.", decideAdjudicationBody);

export const releaseAdjudication = (leaseId: string): Promise<unknown> =>
  labelReviewCalls.releaseLabelAdjudication({ body: { lease_id: leaseId } });

type Calls = LeasedWorkCalls<AdjudicationItem, LabelCheckQueue, DecideAdjudicationBody, never>;

/** The first claim asks for the item in the address, which may be adjudicated already. */
const callsOf = (taskId: string, firstItem: number | undefined): Calls => {
  let wanted = firstItem;
  return {
    claim: async (count) => {
      const item = wanted === undefined ? {} : { item: wanted };
      const { items, queue } = await labelReviewCalls.claimLabelAdjudications({
        body: { task_id: taskId, count, ...item },
      });
      wanted = undefined;
      return { items: items.map(toItem), progress: queue };
    },
    heartbeat: (leaseIds) => labelReviewCalls.heartbeatLabelAdjudications({ body: { lease_ids: leaseIds } }),
    release: releaseAdjudication,
    submit: async (body) => {
      const { next, queue } = await labelReviewCalls.decideLabelAdjudication({ body });
      return { answerId: body.client_id, next: next && toItem(next), progress: queue };
    },
  };
};

/** What counts until now, or the only answer there is. */
const startOf = (item: LabelAdjudicationItem | undefined): LabelValues => {
  const [only, ...others] = item?.answers ?? [];
  return { ...(item?.adjudicated?.values ?? (others.length === 0 ? only?.values : undefined)) };
};

const sameLabel = (fields: LabelTaskDetail["fields"], one: LabelValues, other: LabelValues): boolean =>
  fields.every(({ key }) => !isEdited(ownValue(one, key), ownValue(other, key)));

/** State of one person who decides which answers of a task count. */
export const useAdjudication = (task: LabelTaskDetail, firstItem: number | undefined) => {
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const [calls] = useState(() => callsOf(task.id, firstItem));
  const work = useLeasedWork({
    taskId: task.id,
    limits: { leaseMs: LEASE_S * 1_000, maxLeases: MAX_LEASES },
    calls,
    answers: ANSWERS,
    drafts: { store: DRAFTS, firstDraft: startOf, toKept: (_, kept) => kept },
  });
  const { item, drafts } = work;
  const checked = checkLabelValues(task.fields, drafts.draft, item?.media?.duration_us ?? null);
  const taken = item?.answers.find(({ values }) => sameLabel(task.fields, values, checked.values));
  return {
    ...work,
    checked,
    areFaultsShown,
    /** The answer that the form shows unchanged. */
    taken,
    take: (place: number) => {
      const answer = item?.answers[place];
      if (answer) drafts.change(() => ({ ...answer.values }));
    },
    change: (key: string, value: LabelValue | null) => drafts.change((draft) => ({ ...draft, [key]: value })),
    /** Returns true if it was submitted; otherwise the faults are shown. */
    submit: (): boolean => {
      setAreFaultsShown(checked.faults.length > 0);
      if (!item || checked.faults.length > 0) return false;
      work.submit({
        lease_id: item.lease_id,
        client_id: newRequestKey(),
        values: checked.values,
        taken_from: taken?.revision_id ?? null,
        note: "",
        duration_ms: work.timeOn(),
      });
      return true;
    },
  };
};
export type Adjudication = ReturnType<typeof useAdjudication>;
