/** One workflow for each run, however often it is started. */
export const indexWorkflowId = (runId: string): string => `index-dataset/${runId}`;

/** Reading takes its time and its memory; on a queue of its own it holds nobody up. */
export const indexTaskQueue = (taskQueue: string): string => `${taskQueue}-index`;

/** Whose table it is; undefined for a name that is not ours. */
export const runOfTable = (tableName: string): string | undefined => {
  const [, a, b, c, d, e] = /^items_(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})_\d+$/.exec(tableName) ?? [];
  return a === undefined ? undefined : [a, b, c, d, e].join("-");
};

/** The table that one try of one run writes. */
export const tableNameOf = (runId: string, tableTry: number): string =>
  `items_${runId.replaceAll("-", "")}_${tableTry}`;
