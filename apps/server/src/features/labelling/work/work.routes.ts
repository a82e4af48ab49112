// Routes under /label/work: a person claims items, labels them and gives them back.
// Serves the workspace /label/task/{taskId} of the specification.
import type { labelWorkRoutes } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { openLater, sendRanged } from "../../../http/routing/send-ranged.ts";
import { openBlob } from "../../datasets/index.ts";
import { toHeartbeatReply } from "../../leases/index.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { claimLabels } from "./claim-labels.ts";
import { type Labeller, renewLabelLeases, storeLabelDraft } from "./label-lease.store.ts";
import { findLeasedMedia } from "./leased-item.store.ts";
import { refusedLabel } from "./refused-label.ts";
import { releaseLabel, skipLabel, submitLabel, undoLabel } from "./submit-label.ts";

export const labelWorkHandlers = ({ db, clock, items }: LabellingDeps): Handlers<typeof labelWorkRoutes> => {
  const labellerOf = ({ userId, isExternal }: Actor): Labeller => ({ userId, isExternal, at: clock() });
  return {
    claimLabelItems: ({ actor, body }) =>
      claimLabels(db, labellerOf(actor), { taskId: body.task_id, count: body.count }),
    heartbeatLabelItems: async ({ actor, body }) =>
      toHeartbeatReply(body.lease_ids, await renewLabelLeases(db, labellerOf(actor), body.lease_ids)),
    async saveLabelDraft({ actor, body }) {
      const draft = { leaseId: body.lease_id, values: body.values, savedAt: new Date(body.saved_at) };
      if (!(await storeLabelDraft(db, labellerOf(actor), draft))) throw refusedLabel("no_lease");
      return { ok: true };
    },
    async releaseLabelItem({ actor, body }) {
      await releaseLabel(db, labellerOf(actor), body.lease_id);
      return { ok: true };
    },
    skipLabelItem: ({ actor, body }) =>
      skipLabel(db, labellerOf(actor), { leaseId: body.lease_id, reason: body.reason, note: body.note }),
    submitLabel: ({ actor, body }) => submitLabel(db, labellerOf(actor), body),
    undoLabel: async ({ actor, body }) => ({ item: await undoLabel(db, labellerOf(actor), body.revision_id) }),
    async readLabelMedia({ actor, params, query, reply, context }) {
      const wanted = { leaseId: params.lease, isRight: query.clip === "B" };
      const leased = await findLeasedMedia(db, labellerOf(actor), wanted);
      if (!leased) throw new DomainError("not_found", "you hold no lease on this clip");
      const { dataset_id: datasetId, dataset_version: version, ordinal, own_number: number } = leased;
      await context.withRequestSignal(async (gone) => {
        const blob = await openBlob(items, datasetId, { ordinal, version, column: undefined }, gone);
        // Not the file's own name, which external users must not learn.
        const fileName = `item-${number}${wanted.isRight ? "-B" : ""}`;
        await sendRanged(reply, { ...blob, fileName, open: (begin, end) => openLater(() => blob.open(begin, end)) });
      });
    },
  };
};
