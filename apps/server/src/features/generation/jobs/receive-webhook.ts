import { createHash } from "node:crypto";
import { DomainError } from "../../../errors.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { openPerformer } from "../../performers/index.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { jobWorkflowId } from "../workflows/generation-ids.rules.ts";
import { findJobUnderWay, insertDelivery } from "./webhook.store.ts";

export interface Delivery {
  readonly performerId: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly requestId: string;
}

/** A signed webhook only triggers a poll: the actual state is always read from the provider. */
export const receiveWebhook = async (deps: JobsDeps, delivery: Delivery): Promise<void> => {
  const { performerId, headers, body, requestId } = delivery;
  const { adapter } = await openPerformer(deps, performerId);
  const news = await adapter.verifyWebhook?.(headers, body, deps.clock());
  if (!news) throw new DomainError("not_allowed", "the signature of this message is not valid");
  // Hashed, because delivery ids of providers have no fixed format or length.
  const deliveryId = createHash("sha256").update(news.deliveryId).digest("hex");
  await deps.db.transaction().execute(async (tx) => {
    if (!(await insertDelivery(tx, performerId, deliveryId))) return;
    const jobId = await findJobUnderWay(tx, performerId, news.externalId);
    if (jobId === undefined) return;
    const workflowId = jobWorkflowId(jobId, `hook-${deliveryId.slice(0, 32)}`);
    await enqueueWorkflow(tx, { workflowType: "lookAtCall", workflowId, input: { jobId }, requestId });
  });
};
