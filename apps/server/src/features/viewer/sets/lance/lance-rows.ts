import { DomainError } from "../../../../errors.ts";
import type { BucketReader, FileShare, SharedLance } from "../../../storage/index.ts";
import { type LanceRow, lanceCalls } from "./lance-calls.ts";

export interface LanceRows {
  /** A row without binary values, or the one requested column whatever it holds. */
  readonly read: (index: number, column?: string, signal?: AbortSignal) => Promise<LanceRow | undefined>;
  readonly close: () => void;
}

/** Reads rows by position, in a process that loads the library. */
export const openLanceRows = (
  { profileName }: Pick<BucketReader, "profileName">,
  table: SharedLance,
  share: FileShare,
): LanceRows => ({
  read: async (index, column, signal) => {
    try {
      return await share.call(lanceCalls.readRow, { ...table, index, column }, signal);
    } catch (cause) {
      if (cause instanceof DomainError || signal?.aborted) throw cause;
      // The library's message may contain an address.
      const words = `storage profile “${profileName}”: the Lance table could not be read`;
      throw new DomainError("upstream_failed", words, { cause });
    }
  },
  close: share.end,
});
