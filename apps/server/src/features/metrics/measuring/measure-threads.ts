import { Worker } from "node:worker_threads";
import { DomainError } from "../../../errors.ts";
import type { Answered, Asked } from "../pixels/answer-jobs.ts";
import type { PixelFigures, PixelJob } from "../pixels/measure-pixels.ts";

export interface MeasureThreads {
  /** Unbounded: every job runs in its own thread, so the caller must limit concurrency. */
  readonly measure: (job: PixelJob, signal: AbortSignal) => Promise<PixelFigures>;
  readonly close: () => Promise<void>;
}

const isSource = import.meta.url.endsWith(".ts");
const THREAD = new URL(isSource ? "../../../bin/measure-thread.ts" : "./measure-thread.js", import.meta.url);
/** Frames are outside the heap; only code and sums are inside. */
const MEMORY_MB = 128;

/** A pool of threads: idle ones stay warm for the next clip. */
export const openMeasureThreads = (): MeasureThreads => {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let jobs = 0;
  const start = (): Worker => {
    const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    thread.unref();
    all.add(thread);
    // An idle thread that fails is only replaced; errors during a job are handled in `askThread`.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    return thread;
  };
  const measure = async (job: PixelJob, signal: AbortSignal): Promise<PixelFigures> => {
    signal.throwIfAborted();
    const thread = idle.pop() ?? start();
    jobs += 1;
    const figures = await askThread(thread, { id: jobs, job }, signal);
    idle.push(thread);
    return figures;
  };
  return {
    measure,
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
};

/** A thread whose job failed is not reused, because its state is unknown. */
const askThread = async (
  thread: Worker,
  asked: Asked & { readonly job: PixelJob },
  signal: AbortSignal,
): Promise<PixelFigures> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const abort = (): void => thread.postMessage({ id: asked.id, isGivenUp: true } satisfies Asked);
  thread.on("message", resolve);
  thread.once("error", reject);
  const onExit = (): void => reject(new Error("the thread that measures ended"));
  thread.once("exit", onExit);
  signal.addEventListener("abort", abort, { once: true });
  thread.ref();
  try {
    thread.postMessage(asked);
    const answered = await promise;
    signal.throwIfAborted();
    if ("figures" in answered) return answered.figures;
    const { code, message } = answered.fault;
    throw code === undefined ? new Error(message) : new DomainError(code, message);
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    thread.unref();
    thread.off("message", resolve);
    thread.off("error", reject);
    thread.off("exit", onExit);
    signal.removeEventListener("abort", abort);
  }
};
