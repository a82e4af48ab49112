import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import type { MessagePort } from "node:worker_threads";
import { DomainError } from "../../../errors.ts";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import { measurePixels, type PixelFigures, type PixelJob } from "./measure-pixels.ts";

export type Asked = { readonly id: number } & ({ readonly job: PixelJob } | { readonly isGivenUp: true });

export type Answered = { readonly id: number } & (
  | { readonly figures: PixelFigures }
  | { readonly fault: { readonly code: DomainError["code"] | undefined; readonly message: string } }
);

/** The clip and its reference. */
const PROGRAMS_AT_ONCE = 2;
/** The same niceness as programs in the sandbox; on Linux it is per thread. */
const POLITE = 10;

/** Main loop of a measuring thread: one job after another, each cancellable. */
export const answerJobs = (port: MessagePort): void => {
  setPriority(POLITE);
  const jail = createMediaJail({ running: PROGRAMS_AT_ONCE, waiting: 0 });
  const underWay = new Map<number, AbortController>();
  port.on("message", (asked: Asked) => {
    if ("job" in asked) void answer(asked.id, asked.job);
    else underWay.get(asked.id)?.abort(new Error("no longer wanted"));
  });
  const answer = async (id: number, job: PixelJob): Promise<void> => {
    const stop = new AbortController();
    underWay.set(id, stop);
    const say = (answered: Answered): void => port.postMessage(answered);
    try {
      say({ id, figures: await measurePixels({ jail, readBytes: readFile }, job, stop.signal) });
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined;
      say({ id, fault: { code, message: error instanceof Error ? error.message : "measuring failed" } });
    } finally {
      underWay.delete(id);
    }
  };
};
