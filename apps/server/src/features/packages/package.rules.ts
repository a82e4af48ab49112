/** Readable by trainers through a storage profile of its own. */
export const PACKAGES_FOLDER = "packages/";

export const packageFolder = (packageId: string): string => `${PACKAGES_FOLDER}${packageId}/`;

/** Of a Lance table within its package: LanceDB opens no table whose folder has another ending. */
export const LANCE_FOLDER = "samples.lance/";

/** One workflow per package, however often it is started. */
export const packageWorkflowId = (packageId: string): string => `package/${packageId}`;

export const packageRemovalWorkflowId = (packageId: string): string => `package-removal/${packageId}`;

export const packageVerificationWorkflowId = (packageId: string, requestId: string): string =>
  `package-verification/${packageId}/${requestId}`;

/** A separate queue: copying clips takes hours and must not delay other work. */
export const packagesTaskQueue = (taskQueue: string): string => `${taskQueue}-packages`;

export const packageSubject = (packageId: string): string => `package:${packageId}`;

/** After the shards in the order of names, so that the first names of a folder tell its format. */
export const itemListKey = (folder: string, part: number): string =>
  `${folder}source-items/part-${String(part).padStart(5, "0")}.jsonl.zst`;
