// COPY FROM STDIN through the driver: the fastest way into a table that PostgreSQL has, as the yardstick of ingestion.
import { Client } from "pg";

/** What the driver's connection offers beyond its types. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const SLICE_BYTES = 256 * 1024;

/** A query object of the driver: sends the statement, then the data, then reports the end. */
const copyQuery = (statement: string, data: Buffer, done: (error?: Error) => void) => ({
  submit: (connection: CopyConnection): void => connection.query(statement),
  handleCopyInResponse: (connection: CopyConnection): void => {
    for (let at = 0; at < data.length; at += SLICE_BYTES) {
      connection.sendCopyFromChunk(data.subarray(at, at + SLICE_BYTES));
    }
    connection.endCopyFrom();
  },
  handleCommandComplete: (): void => undefined,
  handleReadyForQuery: (): void => done(),
  handleError: (error: Error): void => done(error),
});

/** Copies rows in the text format, each batch in a transaction of its own. Returns the milliseconds that it took. */
export const copyRows = async (url: string, statement: string, batches: readonly Buffer[]): Promise<number> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const startedMs = performance.now();
    for (const data of batches) {
      await new Promise<void>((resolve, reject) => {
        client.query(copyQuery(statement, data, (error) => (error ? reject(error) : resolve())) as never);
      });
    }
    return performance.now() - startedMs;
  } finally {
    await client.end();
  }
};
