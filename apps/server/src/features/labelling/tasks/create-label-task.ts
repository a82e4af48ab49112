import {
  comparesClips,
  type createLabelTaskBody,
  type LabelField,
  type LabelSource,
  MAX_LABEL_ITEMS,
  usualAdjudicateBelow,
} from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { findView, getItemVersion, type ItemVersion } from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { PairNames } from "../additions/label-addition.store.ts";
import { startFilling } from "../filling/start-filling.ts";
import { noLabelTemplate } from "../templates/change-label-template.ts";
import { findLabelTemplateRow, lockLabelTemplate } from "../templates/label-template.store.ts";
import { replaceLabelGroups } from "./group.store.ts";
import { insertGuidelines } from "./guidelines.store.ts";
import {
  findLabelTaskByRequest,
  findOpenedDataset,
  insertLabelKeys,
  insertLabelTask,
  type NewLabelTask,
} from "./label-task.store.ts";
import { readPairs } from "./pairs.rules.ts";
import { replaceLabelPeople } from "./person.store.ts";
import { prefillFault, scoreColumnFault } from "./prefill.rules.ts";
import { labelTaskSubject, requireGroups, requireUsersNamed } from "./require-label-task.ts";

type CreateLabelTask = z.output<typeof createLabelTaskBody>;

type Frozen = Pick<NewLabelTask, "datasetId" | "datasetVersion" | "view" | "query" | "orderBy" | "drawCount"> & {
  /** With the form of the earlier task. */
  readonly from: (NonNullable<NewLabelTask["from"]> & { readonly fields: readonly LabelField[] }) | null;
  readonly seed: number;
  readonly version: ItemVersion;
};

export const EVERYTHING = { filters: [], where: "", q: "" };

const NO_VIEW = { view: null, query: EVERYTHING, orderBy: "", drawCount: null, seed: 0 };

type Disagreements = Extract<LabelSource, { kind: "disagreements" }>;

const freezeDisagreements = async (db: Db, { task_id: taskId, below }: Disagreements): Promise<Frozen> => {
  const found = await findOpenedDataset(db, taskId);
  if (!found) throw new DomainError("not_found", "there is no such label task, or it has never been open");
  const { datasetId, version: datasetVersion } = found;
  const version = await getItemVersion({ db }, datasetId, datasetVersion);
  return { ...NO_VIEW, datasetId, datasetVersion, version, from: { taskId, below, fields: found.fields } };
};

/** The items and the values that their fields start with are copied from the earlier task, in its order. */
const requirePlain = ({ source, order, prefill }: CreateLabelTask): void => {
  if (source.kind !== "disagreements") return;
  if (order !== "sequence") throw new DomainError("invalid", "items of an earlier task keep its order");
  if (prefill.length > 0) throw new DomainError("invalid", "items of an earlier task keep its prefilled values");
};

/** What the source stands for now: a later change of the view or the dataset does not change the task. */
const freezeSource = async (db: Db, source: LabelSource): Promise<Frozen> => {
  if (source.kind === "disagreements") return freezeDisagreements(db, source);
  if (source.kind === "keys") {
    const version = await getItemVersion({ db }, source.dataset_id, source.version);
    return { ...NO_VIEW, datasetId: source.dataset_id, datasetVersion: version.version, version, from: null };
  }
  const view = await findView(db, source.view_id);
  if (!view) throw new DomainError("not_found", "there is no such view");
  if ((source.count ?? view.items) > MAX_LABEL_ITEMS)
    throw new DomainError("invalid", `a task has at most ${MAX_LABEL_ITEMS} items: draw fewer of them`);
  const version = await getItemVersion({ db }, view.datasetId, view.version);
  return {
    datasetId: view.datasetId,
    datasetVersion: view.version,
    view: { id: view.id, name: view.name },
    query: view.query,
    orderBy: view.orderBy,
    drawCount: source.count,
    from: null,
    seed: view.seed,
    version,
  };
};

/** Items that are copied have as many clips as in the earlier task. */
const freezePairs = (source: LabelSource, fields: readonly LabelField[], { from, version }: Frozen): PairNames => {
  if (source.kind !== "disagreements") return readPairs(source, fields, version.columns);
  if (from && comparesClips(from.fields) !== comparesClips(fields))
    throw new DomainError("invalid", "the forms of both tasks must be about as many clips: one, or two to compare");
  return { pairColumn: null, otherKeys: null };
};

/** Locks the template, so that the version cannot be rewritten while the task starts using it. */
const requireTemplate = async (tx: Tx, { template_id: id, template_version: version }: CreateLabelTask) => {
  const locked = await lockLabelTemplate(tx, id, "share");
  const template = locked && (await findLabelTemplateRow(tx, id, version));
  if (!template) throw noLabelTemplate();
  if (locked.archivedAt) throw new DomainError("conflict", `'${template.name}' was put away: bring it back first`);
  return template;
};

/** Idempotent per form id: a repeated request returns the id of the task created before. */
export const createLabelTask = async (db: Db, context: RequestContext, body: CreateLabelTask): Promise<string> => {
  const { userId, username } = context.actor;
  const before = await findLabelTaskByRequest(db, userId, body.request_key);
  if (before !== undefined) return before;
  requirePlain(body);
  const frozen = await freezeSource(db, body.source);
  return db.transaction().execute(async (tx) => {
    const template = await requireTemplate(tx, body);
    const { columns } = frozen.version;
    const fault =
      prefillFault(body.prefill, template.fields, columns) ??
      scoreColumnFault(body.prefill_score_column, body.prefill, columns);
    if (fault !== undefined) throw new DomainError("invalid", fault);
    const { pairColumn, otherKeys } = freezePairs(body.source, template.fields, frozen);
    const people = await requireUsersNamed(tx, body.people);
    const groups = await requireGroups(tx, body.groups);
    const id = newId();
    const isNew = await insertLabelTask(tx, {
      ...frozen,
      id,
      name: body.name,
      templateId: template.id,
      templateVersion: template.version,
      order: body.order,
      seed: body.seed ?? frozen.seed,
      pairColumn,
      overlap: body.overlap,
      leaseMinutes: body.lease_minutes,
      reviewShare: body.review_share,
      adjudicateBelow: body.adjudicate_below ?? usualAdjudicateBelow(template.fields),
      priority: body.priority,
      dueAt: body.due_at === null ? null : new Date(body.due_at),
      prefill: body.prefill,
      prefillScoreColumn: body.prefill_score_column,
      ownerId: userId,
      requestKey: body.request_key,
      at: context.at,
    });
    if (!isNew) return (await findLabelTaskByRequest(tx, userId, body.request_key)) ?? id;
    if (body.source.kind === "keys") await insertLabelKeys(tx, id, body.source.keys, otherKeys);
    await insertGuidelines(tx, id, { version: 1, body: body.guidelines, by: username, at: context.at });
    const userIds = people.map((person) => person.id);
    await replaceLabelPeople(tx, id, userIds);
    await replaceLabelGroups(tx, id, groups);
    if (body.is_started) await startFilling(tx, context, { id, fillRun: 0 });
    await recordOperation(tx, auditActor(context), {
      opType: "Create_label_task",
      subjects: [labelTaskSubject(id)],
      meta: { name: body.name, template: template.name, overlap: body.overlap, people: body.people.length, groups },
    });
    return id;
  });
};
