/** One workflow per run, however often it is started. */
export const indexWorkflowId = (runId: string): string => `index-dataset/${runId}`;

/** A separate queue: indexing takes time and memory and must not delay other work. */
export const indexTaskQueue = (taskQueue: string): string => `${taskQueue}-index`;

/** The run that owns a table; undefined for a table name that is not ours. */
export const runOfTable = (tableName: string): string | undefined => {
  const [, a, b, c, d, e] = /^items_(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})_\d+$/.exec(tableName) ?? [];
  return a === undefined ? undefined : [a, b, c, d, e].join("-");
};

/** The table that one attempt of a run writes. */
export const tableNameOf = (runId: string, tableTry: number): string =>
  `items_${runId.replaceAll("-", "")}_${tableTry}`;
