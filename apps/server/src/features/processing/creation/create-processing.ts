import {
  type FieldValue,
  MAX_PROCESSING_ITEMS,
  type ProcessingResources,
  type ProcessingTemplate,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { type ClusterRecord, findCluster, requireDashboard } from "../../clusters/index.ts";
import { checkItemQuery, datasetSubject, findView } from "../../datasets/index.ts";
import { findServiceAddress } from "../../inference-services/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { partItemsOf, processingSubject, processingWorkflowId, submissionIdOf } from "../processing.rules.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { findAttemptByRequest, insertAttempt } from "../records/attempt.store.ts";
import { mayChangeRun, requireRun } from "../records/processing.dto.ts";
import { findRunByRequest } from "../records/run.store.ts";
import {
  cancelWaiting,
  countUnfinished,
  insertRun,
  lockCreation,
  type NewRun,
  noteCancelAsked,
  reopenRun,
} from "./new-run.store.ts";
import { checkColumns, namedColumns, readParameters } from "./template-parameters.ts";

export interface NewProcessing {
  readonly name: string;
  readonly template: ProcessingTemplate;
  readonly viewId: string;
  readonly clusterId: string;
  readonly parameters: Readonly<Record<string, FieldValue>>;
  readonly resources: ProcessingResources;
  readonly requestKey: string;
}

type Deps = Pick<ProcessingDeps, "db">;

const MAX_UNFINISHED_OF_ONE = 5;
const MAX_UNFINISHED = 50;

/** Idempotent per request key. A run that could not work is refused now, while the caller waits. */
export const createProcessing = async (
  { db }: Deps,
  context: RequestContext,
  input: NewProcessing,
): Promise<string> => {
  const { userId } = context.actor;
  const before = await findRunByRequest(db, userId, input.requestKey);
  if (before !== undefined) return before;
  const view = await findView(db, input.viewId);
  if (!view) throw new DomainError("not_found", "there is no such view");
  const cluster = await findCluster(db, input.clusterId);
  if (!cluster) throw new DomainError("not_found", "there is no such cluster");
  requireDashboard(cluster);
  const { datasetId, version, query, orderBy, items } = view;
  const source = await checkItemQuery({ db }, datasetId, { ...query, version });
  const parameters = readParameters(input.template, input.parameters);
  checkColumns(source, namedColumns(input.template, parameters));
  if (typeof parameters.service === "string") await findServiceAddress(db, parameters.service);
  if (items > MAX_PROCESSING_ITEMS)
    throw new DomainError("invalid", `at most ${MAX_PROCESSING_ITEMS} items can be processed in one run`);
  refuseTooLarge(cluster, input.resources);
  const run: NewRun = {
    ...input,
    id: newId(),
    parameters,
    origin: { datasetId, version, viewId: view.id, query, orderBy },
    partItems: partItemsOf(items),
    createdBy: userId,
    at: context.at,
  };
  return db.transaction().execute((tx) => insertOnce(tx, context, run));
};

const insertOnce = async (tx: Tx, context: RequestContext, run: NewRun): Promise<string> => {
  await lockCreation(tx);
  const before = await findRunByRequest(tx, run.createdBy, run.requestKey);
  if (before !== undefined) return before;
  await refuseTooMany(tx, run.createdBy);
  await insertRun(tx, run);
  await startAttempt(tx, context, { runId: run.id, number: 1, requestKey: run.requestKey });
  await recordOperation(tx, auditActor(context), {
    opType: "Create_processing",
    subjects: [processingSubject(run.id), datasetSubject(run.origin.datasetId)],
    meta: { name: run.name, template: run.template, view: run.origin.viewId, cluster: run.clusterId },
  });
  return run.id;
};

/** Starts another attempt of a run that failed or was cancelled. Idempotent per request key. */
export const retryProcessing = async (
  { db }: Deps,
  context: RequestContext,
  { id, requestKey }: { readonly id: string; readonly requestKey: string },
): Promise<void> => {
  const run = await requireRun(db, id);
  if (!(mayChangeRun(context.actor, run.createdBy) || mayManageJobOf(context, run.createdBy)))
    throw new DomainError("not_allowed", "only the person who started this run or an administrator may retry it");
  await db.transaction().execute(async (tx) => {
    await lockCreation(tx);
    const before = await findAttemptByRequest(tx, requestKey);
    if (before?.runId === id) return;
    await refuseTooMany(tx, run.createdBy);
    const number = await reopenRun(tx, id);
    if (number === undefined) throw new DomainError("conflict", "only a run that failed or was cancelled is retried");
    await startAttempt(tx, context, { runId: id, number, requestKey });
    await recordOperation(tx, auditActor(context), {
      opType: "Retry_processing",
      subjects: [processingSubject(id)],
      meta: { name: run.name, attempt: number, fault: run.fault },
    });
  });
};

/** A run that waits ends at once. Else the workflow stops the job on the cluster and then ends the run. */
export const cancelProcessing = async ({ db }: Deps, context: RequestContext, id: string): Promise<void> => {
  const run = await requireRun(db, id);
  if (!(mayChangeRun(context.actor, run.createdBy) || mayManageJobOf(context, run.createdBy)))
    throw new DomainError("not_allowed", "only the person who started this run or an administrator may cancel it");
  if (run.status === "Cancelled") return;
  await db.transaction().execute(async (tx) => {
    const isNoted =
      (await cancelWaiting(tx, id, context.at)) || (await noteCancelAsked(tx, id, context.at, context.actor.username));
    if (!isNoted) throw new DomainError("conflict", "this run has already ended");
    if (run.cancelAskedAt !== null) return;
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_processing",
      subjects: [processingSubject(id)],
      meta: { name: run.name, attempt: run.attempt, parts_done: run.partsDone },
    });
  });
};

interface StartedAttempt {
  readonly runId: string;
  readonly number: number;
  readonly requestKey: string;
}

const startAttempt = async (
  tx: Tx,
  context: RequestContext,
  { runId, number, requestKey }: StartedAttempt,
): Promise<void> => {
  await insertAttempt(tx, {
    runId,
    number,
    submissionId: submissionIdOf(runId, number),
    requestKey,
    createdBy: context.actor.username,
    at: context.at,
  });
  await enqueueWorkflow(tx, {
    workflowType: "processDataset",
    workflowId: processingWorkflowId(runId, number),
    input: { runId, attempt: number },
    requestId: context.requestId,
  });
};

const refuseTooMany = async (tx: Tx, userId: string): Promise<void> => {
  const unfinished = await countUnfinished(tx, userId);
  if (unfinished.own >= MAX_UNFINISHED_OF_ONE)
    throw new DomainError("conflict", `${MAX_UNFINISHED_OF_ONE} of your runs are not over: wait for one or cancel it`);
  if (unfinished.all >= MAX_UNFINISHED)
    throw new DomainError("conflict", `${MAX_UNFINISHED} runs are not over: try again when one is`);
};

interface Usage {
  readonly total: number;
}

/** A part that fits on no machine would wait until the attempt is out of time. Unknown resources refuse nothing. */
const refuseTooLarge = ({ name, resources }: ClusterRecord, { cpus, gpus }: ProcessingResources): void => {
  const known = resources as { readonly cpu: Usage | null; readonly gpu: Usage | null } | null;
  if (!known) return;
  const [cpuTotal, gpuTotal] = [known.cpu?.total ?? Number.POSITIVE_INFINITY, known.gpu?.total ?? 0];
  if (cpus > cpuTotal) throw new DomainError("invalid", `${name} has ${cpuTotal} CPUs, and a part asks for ${cpus}`);
  if (gpus > gpuTotal) throw new DomainError("invalid", `${name} has ${gpuTotal} GPUs, and a part asks for ${gpus}`);
};
