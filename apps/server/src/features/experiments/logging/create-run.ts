import type { RunInput } from "@dailies/contract";
import type { ServiceCaller } from "../../../actor.ts";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { countRunOf, insertColumns } from "../runs/experiment.store.ts";
import { findRunByRequest, insertRun } from "../runs/run.store.ts";
import { insertInputs, listUnknownInputs } from "../runs/run-input.store.ts";

export type ParamValue = string | number | boolean;

export interface RunToCreate {
  readonly requestKey: string;
  readonly experiment: string;
  readonly name: string;
  readonly owner: string | undefined;
  readonly gpus: number;
  readonly startedAt: Date | undefined;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly inputs: readonly RunInput[];
  readonly notes: string;
}

export interface CreatedRun {
  readonly id: string;
  readonly experimentId: string;
  readonly isReplay: boolean;
}

/** Parameters are kept as the texts that people read. */
export const toParamTexts = (params: Readonly<Record<string, ParamValue>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));

const SKEW_MS = 5 * 60_000;

/** Idempotent by request key. The experiment is created with its first run. */
export const createRun = (
  db: Db,
  service: ServiceCaller,
  { asked, at }: { readonly asked: RunToCreate; readonly at: Date },
): Promise<CreatedRun> => {
  if (asked.startedAt && asked.startedAt.getTime() > at.getTime() + SKEW_MS) {
    throw new DomainError("invalid", "the start of the run is in the future");
  }
  return db.transaction().execute(async (tx) => {
    const earlier = await findRunByRequest(tx, service.credentialId, asked.requestKey);
    if (earlier && earlier.name !== asked.name) {
      throw new DomainError("conflict", "this request key was used for another run");
    }
    if (earlier) return { id: earlier.id, experimentId: earlier.experiment_id, isReplay: true };
    await requireInputs(tx, asked.inputs);
    return insert(tx, service, asked, at);
  });
};

const requireInputs = async (tx: Tx, inputs: readonly RunInput[]): Promise<void> => {
  if (inputs.length === 0) return;
  const [unknown] = await listUnknownInputs(tx, inputs);
  if (unknown === undefined) return;
  const message = inputs[unknown]?.kind === "package" ? "there is no such package" : "there is no such dataset version";
  throw new InvalidRequest("body", [{ message, path: ["inputs", unknown] }]);
};

const insert = async (tx: Tx, service: ServiceCaller, asked: RunToCreate, at: Date): Promise<CreatedRun> => {
  const loggedBy = `service:${service.name}`;
  const experimentId = await countRunOf(tx, { name: asked.experiment.trim(), createdBy: loggedBy, at });
  const id = newId();
  await insertRun(tx, {
    id,
    experimentId,
    name: asked.name,
    owner: asked.owner ?? loggedBy,
    credentialId: service.credentialId,
    loggedBy,
    requestKey: asked.requestKey,
    gpus: asked.gpus,
    params: toParamTexts(asked.params),
    tags: asked.tags,
    notes: asked.notes,
    startedAt: asked.startedAt ?? at,
    at,
  });
  await insertInputs(tx, id, asked.inputs);
  await insertColumns(tx, experimentId, "param", Object.keys(asked.params));
  await insertColumns(tx, experimentId, "tag", Object.keys(asked.tags));
  return { id, experimentId, isReplay: false };
};
