import type { PackageSettings } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { checkItemQuery, datasetSubject, findView, type KeptQuery } from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { announceProgress } from "../announce-package.ts";
import { packageSubject, packageWorkflowId } from "../package.rules.ts";
import { findPackage, findPackageByRequest, type PackageRecord } from "../package.store.ts";
import type { PackagesDeps } from "../packages-deps.ts";
import { countUnfinished, insertPackage, lockPackageCreation } from "./new-package.store.ts";
import { choosePackageColumns } from "./package-columns.ts";

export interface NewPackageInput {
  readonly name: string;
  readonly note: string;
  readonly viewId: string;
  readonly settings: PackageSettings;
  readonly requestKey: string;
}

export interface PackageOrigin {
  readonly datasetId: string;
  readonly version: number;
  readonly viewId: string;
  readonly query: KeptQuery;
  readonly orderBy: string;
}

const MAX_UNFINISHED_OF_ONE = 3;
const MAX_UNFINISHED = 20;

type Deps = Pick<PackagesDeps, "db">;

/** Idempotent per request key. A package that could not be written is refused now, while the caller waits. */
export const createPackage = async (
  { db }: Deps,
  context: RequestContext,
  { viewId, ...input }: NewPackageInput,
): Promise<PackageRecord> => {
  const before = await findPackageByRequest(db, context.actor.userId, input.requestKey);
  if (before) return before;
  const view = await findView(db, viewId);
  if (!view) throw new DomainError("not_found", "there is no such view");
  const { datasetId, version, query, orderBy } = view;
  return startPackage({ db }, context, { ...input, origin: { datasetId, version, viewId, query, orderBy } });
};

/** Writes a package once more from the same view and settings. Also of a view that was deleted meanwhile. */
export const repeatPackage = async (
  { db }: Deps,
  context: RequestContext,
  id: string,
  requestKey: string,
): Promise<PackageRecord> => {
  const before = await findPackageByRequest(db, context.actor.userId, requestKey);
  if (before) return before;
  const original = await findPackage(db, id);
  if (!original) throw new DomainError("not_found", "there is no such package");
  if (original.finishedAt === null) throw new DomainError("conflict", "this package is still being written");
  const { name, note, settings, datasetId, version, viewId, query, orderBy } = original;
  const origin = { datasetId, version, viewId, query, orderBy };
  return startPackage({ db }, context, { name, note, settings, requestKey, origin, repeats: id });
};

type StartInput = Omit<NewPackageInput, "viewId"> & { readonly origin: PackageOrigin; readonly repeats?: string };

const startPackage = async ({ db }: Deps, context: RequestContext, input: StartInput): Promise<PackageRecord> => {
  const { datasetId, version, query } = input.origin;
  const source = await checkItemQuery({ db }, datasetId, { ...query, version });
  choosePackageColumns(source, input.settings);
  const id = await db.transaction().execute((tx) => insertJob(tx, context, input));
  const made = await findPackage(db, id);
  if (!made) throw new DomainError("not_found", "there is no such package");
  return made;
};

const insertJob = async (tx: Tx, context: RequestContext, input: StartInput): Promise<string> => {
  const { userId } = context.actor;
  await lockPackageCreation(tx);
  const before = await findPackageByRequest(tx, userId, input.requestKey);
  if (before) return before.id;
  const unfinished = await countUnfinished(tx, userId);
  if (unfinished.own >= MAX_UNFINISHED_OF_ONE)
    throw new DomainError(
      "conflict",
      `${MAX_UNFINISHED_OF_ONE} of your packages are being written: wait for one or cancel it`,
    );
  if (unfinished.all >= MAX_UNFINISHED)
    throw new DomainError("conflict", `${MAX_UNFINISHED} packages are being written: try again when one is ready`);
  const id = newId();
  const number = await insertPackage(tx, { ...input, id, createdBy: userId, at: context.at });
  await announceProgress(tx, id);
  const start = { workflowType: "writePackage", workflowId: packageWorkflowId(id), input: { packageId: id } };
  await enqueueWorkflow(tx, { ...start, requestId: context.requestId });
  const { settings, origin, repeats } = input;
  const meta = {
    name: input.name,
    number,
    format: settings.format,
    view: origin.viewId,
    version: origin.version,
    ...(repeats !== undefined && { repeats }),
  };
  await recordOperation(tx, auditActor(context), {
    opType: "Create_package",
    subjects: [packageSubject(id), datasetSubject(origin.datasetId)],
    meta,
  });
  return id;
};
