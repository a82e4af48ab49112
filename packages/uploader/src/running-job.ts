import { type FileJob, memoryKey } from "./file-job.ts";
import type { Board } from "./item-board.ts";
import type { OpenUpload } from "./open-upload.ts";
import type { Slots } from "./slots.ts";
import { asFailure, UploadFailure } from "./upload-failure.ts";
import { uploadFile } from "./upload-file.ts";
import { watchCheck } from "./watch-check.ts";

export interface RunningJob {
  pause(): void;
  resume(): void;
  cancel(): Promise<void>;
  /** Never rejects: the outcome is in the queue item. */
  readonly done: Promise<void>;
}

interface JobOptions {
  readonly id: string;
  readonly job: FileJob;
  readonly stop: AbortController;
  readonly board: Board;
  /** Maximum number of files hashed or sent concurrently. */
  readonly fileSlots: Slots;
}

const CANCEL_MS = 60_000;

/** Aborts the upload in storage. If that fails, the server's cleanup sweep releases it later. */
const cancelUpload = async ({ tools, ...job }: FileJob, upload: OpenUpload | undefined): Promise<void> => {
  await tools.memory.forget(memoryKey(job));
  if (!upload) return;
  await tools.calls
    .cancelUpload({ body: upload.ref() }, { signal: AbortSignal.timeout(CANCEL_MS) })
    .catch(() => undefined);
};

export const startJob = ({ id, job, stop, board, fileSlots }: JobOptions): RunningJob => {
  const { gate, signal } = job;
  let releaseSlot: (() => void) | undefined;
  let hasStarted = false;
  let upload: OpenUpload | undefined;

  const release = (): void => {
    releaseSlot?.();
    releaseSlot = undefined;
  };
  const enter = async (): Promise<void> => {
    do {
      await gate.pass(signal);
      releaseSlot = await fileSlots.take(signal);
      if (gate.isPaused()) release();
    } while (releaseSlot === undefined);
    hasStarted = true;
  };
  const deliver = async () => {
    if (job.source.sizeBytes === 0) throw new UploadFailure("unreadable", "the file is empty");
    await enter();
    try {
      return await uploadFile(job, (opened) => {
        upload = opened;
      });
    } finally {
      release();
      hasStarted = false;
    }
  };
  const run = async (): Promise<void> => {
    const { asset, isHit, ref } = await deliver();
    const storedBytes = job.source.sizeBytes;
    if (ref === undefined) return board.change(id, { phase: "ready", isHit, asset, storedBytes, isTroubled: false });
    board.change(id, { phase: "checking", asset, storedBytes, isTroubled: false });
    board.change(id, { phase: "ready", asset: await watchCheck(job, ref), isTroubled: false });
  };
  const done = run().catch((error: unknown) => {
    if (signal.aborted) return board.change(id, { phase: "cancelled", isTroubled: false });
    board.change(id, { phase: "failed", failure: asFailure(error), isTroubled: false });
  });
  return {
    done,
    // Parts in flight complete, so that no sent bytes are wasted.
    pause: () => {
      gate.pause();
      release();
    },
    resume: () => {
      if (!hasStarted || releaseSlot) return gate.resume();
      fileSlots.take(signal).then(
        (taken) => {
          releaseSlot = taken;
          gate.resume();
        },
        // Cancelled while waiting for a slot; the job itself ended by the same signal.
        () => undefined,
      );
    },
    cancel: async () => {
      stop.abort(new DOMException("cancelled", "AbortError"));
      await done;
      await cancelUpload(job, upload);
    },
  };
};
