import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { findView } from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { findPackage } from "../../packages/index.ts";
import { insertArms, type NewArm } from "../arms/arm.store.ts";
import { startComparisons } from "../comparison/start-comparisons.ts";
import { experimentSubject } from "../hold-data-experiment.ts";
import { findDataExperimentByRequest, insertDataExperiment } from "./data-experiment.store.ts";

export interface DataExperimentInput {
  readonly requestKey: string;
  readonly question: string;
  readonly hypothesis: string;
  readonly metric: string;
  readonly direction: "higher" | "lower";
  readonly minDifference: number;
  readonly arms: readonly {
    readonly name: string;
    readonly source: { readonly kind: "package" | "view"; readonly id: string };
  }[];
}

/** Idempotent per request key. The data of the arms are compared in the background. Returns its id. */
export const createDataExperiment = (db: Db, context: RequestContext, input: DataExperimentInput): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { userId } = context.actor;
    const before = await findDataExperimentByRequest(tx, userId, input.requestKey);
    if (before && before.question !== input.question.trim())
      throw new DomainError("conflict", "this request key was used for another question");
    if (before) return before.id;
    const arms = await resolveArms(tx, input.arms);
    const id = newId();
    const { question, hypothesis, metric, direction, minDifference, requestKey } = input;
    const named = { question: question.trim(), hypothesis, metric, direction, minDifference };
    await insertDataExperiment(tx, {
      ...named,
      id,
      arms: arms.map(({ name }) => name),
      requestKey,
      createdBy: userId,
      at: context.at,
    });
    await insertArms(tx, id, arms);
    await startComparisons(
      tx,
      context,
      id,
      arms.slice(1).map((_, at) => at + 2),
    );
    await recordOperation(tx, auditActor(context), {
      opType: "Create_data_experiment",
      subjects: [experimentSubject(id)],
      meta: { ...named, arms: input.arms.map(({ name, source }) => ({ name, [source.kind]: source.id })) },
    });
    return id;
  });

const resolveArms = async (tx: Tx, asked: DataExperimentInput["arms"]): Promise<NewArm[]> => {
  const arms: NewArm[] = [];
  for (const [at, { name, source }] of asked.entries()) {
    const found = source.kind === "package" ? await packageArm(tx, source.id) : await viewArm(tx, source.id);
    if (typeof found === "string") throw new InvalidRequest("body", [{ message: found, path: ["arms", at, "source"] }]);
    arms.push({ ...found, name: name.trim() });
  }
  return arms;
};

type Found = Omit<NewArm, "name"> | string;

/** Only a package that is ready can have been trained with. */
const packageArm = async (tx: Tx, id: string): Promise<Found> => {
  const found = await findPackage(tx, id);
  if (!found || found.status === "Deleted") return "there is no such package";
  if (found.status !== "Ready") return "this package is not ready";
  const { datasetId, version, query, orderBy } = found;
  return { packageId: id, viewId: null, datasetId, version, query, orderBy };
};

const viewArm = async (tx: Tx, id: string): Promise<Found> => {
  const found = await findView(tx, id);
  if (!found) return "there is no such view";
  const { datasetId, version, query, orderBy } = found;
  return { packageId: null, viewId: id, datasetId, version, query, orderBy };
};
