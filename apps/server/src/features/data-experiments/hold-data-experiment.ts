import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { type DataExperimentRow, findDataExperiment, lockDataExperiment } from "./questions/data-experiment.store.ts";

export const experimentSubject = (id: string): string => `data-experiment:${id}`;

const noDataExperiment = (): DomainError => new DomainError("not_found", "there is no such data experiment");

export const requireDataExperiment = async (db: Db, id: string): Promise<DataExperimentRow> => {
  const found = await findDataExperiment(db, id);
  if (!found) throw noDataExperiment();
  return found;
};

/** Holds the experiment, so that what is known about it does not change meanwhile. */
export const holdDataExperiment = async (tx: Tx, id: string): Promise<DataExperimentRow> => {
  const held = await lockDataExperiment(tx, id);
  if (!held) throw noDataExperiment();
  return held;
};

/** A decision stands on the runs that it was made with: they change only after it was reopened. */
export const lockOpenExperiment = async (tx: Tx, id: string): Promise<DataExperimentRow> => {
  const held = await holdDataExperiment(tx, id);
  if (held.state !== "Open") throw new DomainError("conflict", "this experiment is decided; reopen it first");
  return held;
};
