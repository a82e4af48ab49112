import type { DatasetKind } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type OwnerContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { keepProfile } from "../../storage/index.ts";
import { findDatasetByRequest, insertDataset, isDatasetNameTaken } from "../dataset.store.ts";
import { datasetSubject } from "../dataset-access.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { detectSource, type SourceInput } from "../indexing/sources/detect-source.ts";
import { startRun } from "../start-run.ts";
import { holdPackageFiles } from "./package-files.store.ts";

const LOOK_MS = 10_000;

export interface NewDatasetInput extends SourceInput {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly requestKey: string;
}

export const nameTaken = (name: string): DomainError =>
  new DomainError("conflict", `there is already a dataset called '${name}'`);

/** Idempotent per request key: a repeated request returns the dataset registered before. */
export const createDataset = async (
  deps: DatasetsDeps,
  context: OwnerContext,
  input: NewDatasetInput,
): Promise<string> => {
  const before = await findDatasetByRequest(deps.db, context.actor.userId, input.requestKey);
  if (before) return before.id;
  const source = await detectSource(deps.bucketReaders, input, AbortSignal.timeout(LOOK_MS));
  const { kind, layout } = source;
  const location = { kind, layout, uri: source.uri, profileId: source.bucketReader.profileId };
  return deps.db.transaction().execute(async (tx) => {
    const files = await holdPackageFiles(tx, source.uri, deps.catalogue.bucket);
    if (files && !files.isReady)
      throw new DomainError("conflict", `the package ${JSON.stringify(files.name)} at this address is not ready`);
    return insertOnce(tx, context, { ...input, ...location, packageId: files?.id ?? null });
  });
};

type Located = NewDatasetInput & {
  readonly kind: DatasetKind;
  readonly layout: string;
  readonly profileId: string;
  readonly packageId: string | null;
};

const insertOnce = async (tx: Tx, context: OwnerContext, input: Located): Promise<string> => {
  const { actor, at } = context;
  const { name, description, kind, layout, uri, profileId, requestKey } = input;
  const id = newId();
  const tags = [...new Set(input.tags)];
  if (await isDatasetNameTaken(tx, name, id)) {
    const mine = await findDatasetByRequest(tx, actor.userId, requestKey);
    if (mine) return mine.id;
    throw nameTaken(name);
  }
  if (!(await keepProfile(tx, profileId)))
    throw new DomainError("conflict", "the storage profile of this address was deleted in the meantime");
  const row = { id, name, description, kind, layout, uri, tags, profile_id: profileId, package_id: input.packageId };
  const isNew = await insertDataset(tx, { ...row, owner_id: actor.userId, request_key: requestKey, created_at: at });
  if (!isNew) return (await findDatasetByRequest(tx, actor.userId, requestKey))?.id ?? id;
  await startRun(tx, context, id, "");
  await recordOperation(tx, auditActor(context), {
    opType: "Create_dataset",
    subjects: [datasetSubject(id)],
    meta: { name, kind, layout, uri, tags },
  });
  return id;
};
