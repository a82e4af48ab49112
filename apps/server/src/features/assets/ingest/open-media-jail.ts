import { availableParallelism } from "node:os";
import type { Log } from "../../../platform/observability/log.ts";
import { createMediaJail, type MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { prepareScratch } from "../media/media-scratch.ts";

export interface MediaJailOptions {
  readonly scratchRoot: string;
  readonly log: Log;
  /** How many files may wait for a program, over all who share the jail. */
  readonly waiting: number;
}

/** A program in the jail uses two cores. */
const programsAtOnce = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

/** The one jail of a worker process, shared by all who look at files there, because they share its cores. */
export const openMediaJail = async ({ scratchRoot, log, waiting }: MediaJailOptions): Promise<MediaJail> => {
  const { removed, readablePath } = await prepareScratch(scratchRoot);
  if (removed > 0) log.warn({ removed }, "removed temporary files of an earlier worker");
  const jail = createMediaJail({ running: programsAtOnce(), waiting, readablePath });
  await jail
    .check()
    .catch((error) => log.error({ err: error }, "media sandbox is not available: uploads stay in quarantine"));
  return jail;
};
