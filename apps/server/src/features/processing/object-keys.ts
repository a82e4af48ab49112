import { RESERVED_FOLDER } from "../storage/index.ts";

/** Readable through a storage profile, so that outputs can be registered as datasets. */
export const PROCESSING_FOLDER = "processing/";

const numbered = (part: number): string => `part-${String(part).padStart(5, "0")}`;

export const outputFolder = (runId: string): string => `${PROCESSING_FOLDER}${runId}/`;
export const outputKey = (runId: string, part: number): string => `${outputFolder(runId)}${numbered(part)}.parquet`;

/**
 * Item lists and tickets have signed addresses in them. They are in the folder that no storage profile covers, so that nobody
 * reads them as a dataset.
 */
export const workFolder = (runId: string): string => `${RESERVED_FOLDER}processing/${runId}/`;
export const attemptFolder = (runId: string, attempt: number): string => `${workFolder(runId)}attempts/${attempt}/`;
export const listKey = (runId: string, attempt: number, part: number): string =>
  `${attemptFolder(runId, attempt)}lists/${numbered(part)}.jsonl.gz`;
export const ticketKey = (runId: string, attempt: number): string => `${attemptFolder(runId, attempt)}ticket.json`;
/** Written by the job as its very last act. */
export const finishedKey = (runId: string, attempt: number): string => `${attemptFolder(runId, attempt)}finished.json`;

/** Of the parts that are done, whichever attempt did them. */
export const doneFolder = (runId: string): string => `${workFolder(runId)}done/`;
export const doneKey = (runId: string, part: number): string => `${doneFolder(runId)}${numbered(part)}.json`;
export const partOfDoneKey = (key: string): number | undefined => {
  const found = /part-(\d{5,})\.json$/.exec(key)?.[1];
  return found === undefined ? undefined : Number(found);
};
