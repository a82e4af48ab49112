import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Log } from "../../../../platform/observability/log.ts";
import { type MakePictureDeps, makePicture } from "./make-picture.ts";
import { type ClaimedPicture, claimPictures, countWaitingPictures } from "./picture.store.ts";

export interface PictureWorkerOptions extends MakePictureDeps {
  readonly log: Log;
  readonly metrics?: Registry;
  readonly intervalMs?: number;
}

export interface PictureWorker {
  /** Resolves when the pictures in progress are stored; nothing is claimed after that. */
  stop(): Promise<void>;
}

/** Each downloads a clip and then waits for the sandbox, which limits how many are rendered at once. */
export const PICTURES_AT_ONCE = 2;
/** Longer than rendering may take, so that a picture is never rendered twice while its worker lives. */
const LEASE_S = 180;
const RENDER_TIMEOUT_MS = 150_000;
const MAX_PAUSE_MS = 5_000;

/** Renders the posters and sprites of datasets that pages or indexing have queued. Any number of workers may run. */
export const startPictureWorker = (options: PictureWorkerOptions): PictureWorker => {
  const stopping = new AbortController();
  registerGauge(options);
  const running = Promise.all(Array.from({ length: PICTURES_AT_ONCE }, () => workUntil(stopping.signal, options)));
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

const workUntil = async (stopping: AbortSignal, options: PictureWorkerOptions): Promise<void> => {
  const { intervalMs = 200, log } = options;
  let failures = 0;
  while (!stopping.aborted) {
    let wasBusy = false;
    try {
      wasBusy = await makeNextPicture(options);
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ err: error, failures }, "the queue of pictures could not be read");
    }
    if (!wasBusy) await pause(Math.min(intervalMs * 2 ** failures, MAX_PAUSE_MS), stopping);
  }
};

/** Returns false when nothing is waiting. */
export const makeNextPicture = async (options: PictureWorkerOptions): Promise<boolean> => {
  const { db, clock, log } = options;
  const [picture] = await claimPictures(db, { limit: 1, leaseS: LEASE_S, at: clock() });
  if (!picture) return false;
  const failure = await makePicture(options, picture, AbortSignal.timeout(RENDER_TIMEOUT_MS));
  if (failure?.cause !== undefined) log.warn({ ...idsOf(picture), err: failure.cause }, "a picture failed to render");
  else if (failure) log.info({ ...idsOf(picture), reason: failure.error }, "a picture cannot be rendered");
  return true;
};

const idsOf = ({ datasetId, version, ordinal, kind }: ClaimedPicture) => ({ datasetId, version, ordinal, kind });

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const registerGauge = ({ db, metrics }: PictureWorkerOptions): void => {
  if (!metrics) return;
  new Gauge({
    name: "dataset_pictures_waiting",
    help: "Posters and sprites waiting to be rendered.",
    registers: [metrics],
    async collect() {
      this.set(await countWaitingPictures(db));
    },
  });
};
