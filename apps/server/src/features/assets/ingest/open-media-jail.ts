import { availableParallelism } from "node:os";
import type { Log } from "../../../platform/observability/log.ts";
import { createMediaJail, type MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { prepareScratch } from "../media/media-scratch.ts";

export interface MediaJailOptions {
  readonly scratchRoot: string;
  readonly log: Log;
  /** The queue length for sandboxed programs, shared by all users of the sandbox. */
  readonly waiting: number;
}

/** A sandboxed program uses two cores. */
const programsAtOnce = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

/** Opens the one sandbox of a worker process. All activities that inspect files share it, because they share its cores. */
export const openMediaJail = async ({ scratchRoot, log, waiting }: MediaJailOptions): Promise<MediaJail> => {
  const { removed, readablePath } = await prepareScratch(scratchRoot);
  if (removed > 0) log.warn({ removed }, "removed temporary files of an earlier worker");
  const jail = createMediaJail({ running: programsAtOnce(), waiting, readablePath });
  await jail
    .check()
    .catch((error) => log.error({ err: error }, "media sandbox is not available: uploads stay in quarantine"));
  return jail;
};
