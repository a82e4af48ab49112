import type { Log } from "../../../platform/observability/log.ts";
import type { CalledProcesses } from "../../../platform/processes/called-processes.ts";
import type { Call, StreamCall } from "../../../platform/processes/calls.ts";
import { openQueryProcesses } from "../../../platform/processes/query-processes.ts";
import { type FileSharing, openFileSharing } from "../../../platform/shared-files/share-files.ts";
import {
  SHARED_READ_FAILED,
  type SharedFiles,
  type SharedObjects,
} from "../../../platform/shared-files/shared-files.ts";

/** What every question about shared files says. */
export interface AboutFiles {
  readonly files: SharedFiles;
}

type WithoutFiles<Input extends AboutFiles> = Omit<Input, "files">;

/** Files of a source, read by a process of its own through this one, until the share is ended. */
export interface FileShare {
  readonly files: SharedFiles;
  readonly call: <Input extends AboutFiles, Output>(
    call: Call<Input, Output>,
    input: WithoutFiles<Input>,
    signal?: AbortSignal,
  ) => Promise<Output>;
  readonly stream: <Input extends AboutFiles, Part>(
    call: StreamCall<Input, Part>,
    input: WithoutFiles<Input>,
    signal?: AbortSignal,
  ) => AsyncGenerator<Part>;
  /** Why something could not be read, unless the data are at fault. */
  readonly failure: () => unknown;
  readonly end: () => void;
}

/** The processes that read files whose bytes others have made, and what they reach of storage. */
export interface SourceQueries {
  readonly share: (objects: SharedObjects) => Promise<FileShare>;
  readonly sharing: FileSharing;
  readonly close: () => Promise<void>;
}

export interface SourceQueriesOptions {
  readonly log: Log;
  readonly queries: {
    /** Of one process that reads sources. */
    readonly sourceMemoryBytes: number;
  };
}

const PROCESSES = 3;
/** Requests that need no query come first. */
const BEHIND_REQUESTS = 5;
const MAX_ANSWER_BYTES = 128 * 1024 ** 2;

export const openSourceQueries = ({ log, queries }: SourceQueriesOptions): SourceQueries => {
  const processes = openQueryProcesses({
    name: "sources",
    processes: PROCESSES,
    memoryBytes: queries.sourceMemoryBytes,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    niceness: BEHIND_REQUESTS,
    log,
  });
  const sharing = openFileSharing();
  return {
    share: (objects) => openShare(processes, sharing, objects),
    sharing,
    close: async () => {
      await processes.close();
      await sharing.close();
    },
  };
};

const openShare = async (
  processes: CalledProcesses,
  sharing: FileSharing,
  objects: SharedObjects,
): Promise<FileShare> => {
  const { files, failure, end } = await sharing.share(objects);
  /** The other process only knows that a read has failed. */
  const asNoted = (error: unknown): unknown =>
    error instanceof Error && error.name === SHARED_READ_FAILED ? (failure() ?? error) : error;
  return {
    files,
    call: async (call, input, signal) => {
      try {
        return await processes.call(call, { ...input, files } as never, signal);
      } catch (error) {
        throw asNoted(error);
      }
    },
    stream: async function* (call, input, signal) {
      try {
        yield* processes.stream(call, { ...input, files } as never, signal);
      } catch (error) {
        throw asNoted(error);
      }
    },
    failure,
    end,
  };
};
