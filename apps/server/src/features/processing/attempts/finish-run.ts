import { DomainError } from "../../../errors.ts";
import { type OwnerContext, systemContext } from "../../../request-context.ts";
import { createDataset } from "../../datasets/index.ts";
import { provisionFolderProfile } from "../../storage/index.ts";
import { outputFolder, outputKey, PROCESSING_FOLDER, workFolder } from "../object-keys.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { findRun, type RunRecord } from "../records/run.store.ts";
import { type AttemptRef, endRun, enterPhase } from "../records/run-state.store.ts";
import { type DonePart, listOutput, readDoneParts } from "./done-parts.ts";
import { AttemptFailure, costOf, type JobSight, removeFolder } from "./end-attempt.ts";

/** Fixed, so that a profile that an administrator deleted is not registered again. */
const PROFILE_KEY = "01900000-0000-7000-8000-0000bec0de01";

/** Verifies what the job wrote and registers it as a dataset, whose indexing starts at once. */
export const finishRun = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  { seen, requestId }: { readonly seen: JobSight; readonly requestId: string },
): Promise<void> => {
  const run = await findRun(deps.db, ref.runId);
  if (!run || !(await enterPhase(deps.db, ref, "registering", deps.clock()))) return;
  const parts = await readDoneParts(deps.storage, run.id);
  await verifyOutput(deps, run, parts);
  const sum = (of: (part: DonePart) => number): number => [...parts.values()].reduce((all, part) => all + of(part), 0);
  const rowsOut = sum(({ rows }) => rows);
  if (rowsOut === 0)
    throw new AttemptFailure("nothing_to_process", "the job wrote no row, so there is no dataset to register");
  const outputDatasetId = await registerOutput(deps, run, requestId);
  const end = { ...seen, fault: null, error: null, ...costOf(parts, ref.attempt, run.resources), at: deps.clock() };
  const isEnded = await endRun(
    deps.db,
    ref,
    { status: "Finished", outputDatasetId, rowsOut, itemsFailed: sum(({ failed }) => failed) },
    end,
  );
  if (isEnded) await removeFolder(deps.storage, workFolder(run.id));
};

/** Every part has a marker, and a file of the length that its marker says. */
const verifyOutput = async (
  deps: ProcessingRunDeps,
  run: RunRecord,
  parts: ReadonlyMap<number, DonePart>,
): Promise<void> => {
  const sizes = await listOutput(deps.storage, run.id);
  let items = 0;
  for (let number = 0; number < (run.partsTotal ?? 0); number++) {
    const part = parts.get(number);
    if (!part || sizes.get(outputKey(run.id, number)) !== part.bytes)
      throw new AttemptFailure("output_incomplete", `part ${number} of the output is missing or not whole`);
    items += part.items;
  }
  if (items !== run.itemsTotal || parts.size !== run.partsTotal)
    throw new AttemptFailure("output_incomplete", "the parts of the output do not add up to the items of the run");
};

/** Idempotent: the run is the key of its dataset. A name that was taken meanwhile gets the end of the run's id. */
const registerOutput = async (deps: ProcessingRunDeps, run: RunRecord, requestId: string): Promise<string> => {
  const uri = `s3://${deps.storage.bucket}/${outputFolder(run.id)}`;
  await coverFolder(deps, uri);
  const context: OwnerContext = {
    actor: { username: run.creator, userId: run.createdBy },
    requestId,
    at: deps.clock(),
  };
  const description = `Made by the template ${run.template} from ${run.datasetName}@${run.version}, ${run.viewName}`;
  const input = { uri, kind: "Parquet", description, tags: ["processing"], requestKey: run.id } as const;
  try {
    return await createDataset(deps, context, { ...input, name: run.name });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    return createDataset(deps, context, { ...input, name: `${run.name.slice(0, 110)} ${run.id.slice(-6)}` });
  }
};

/** Makes the folder of outputs readable, unless a profile covers it already. */
const coverFolder = async ({ stores, clock }: ProcessingRunDeps, uri: string): Promise<void> => {
  try {
    await stores.bucketReaders.resolve(uri);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    const profile = { name: "Processing of this console", prefix: PROCESSING_FOLDER, requestKey: PROFILE_KEY };
    await provisionFolderProfile(stores, systemContext("processing", clock()), profile);
  }
};
