import { callPatiently, type FileJob, patienceOf } from "./file-job.ts";
import type { OpenUpload, Part } from "./open-upload.ts";
import { TryAgain, withPatience } from "./patience.ts";
import type { UploadBody } from "./types.ts";
import { isPassingStatus, UploadFailure } from "./upload-failure.ts";

const PARTS_IN_FLIGHT = 3;
const MAX_REFUSALS = 5;
const OK = 200;
const REDIRECT = 300;

const read = async ({ source }: FileJob, { begin, end }: Part): Promise<UploadBody> => {
  try {
    return await source.slice(begin, end);
  } catch (error) {
    throw new UploadFailure("unreadable", "the file could not be read", { cause: error });
  }
};

/** Asks storage which parts it has, because replies may have been lost. */
export const renewReceived = async (job: FileJob, upload: OpenUpload): Promise<void> => {
  const query = upload.ref();
  const { received } = await callPatiently(job, (context) => job.tools.calls.getUploadState({ query }, context));
  for (const number of received) upload.received.add(number);
};

/** A request whose file changed fails like a network error; checking the file tells them apart. */
const requireReadable = async (body: UploadBody, cause: unknown): Promise<never> => {
  if (body instanceof Blob) {
    await body
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new UploadFailure("unreadable", "the file could not be read", { cause });
      });
  }
  throw cause;
};

interface Attempt {
  readonly job: FileJob;
  readonly upload: OpenUpload;
  readonly part: Part;
  readonly isRefused: boolean;
}

const send = async ({ job, upload, part, isRefused }: Attempt): Promise<number> => {
  const { url, headers } = await upload.addressOf(part.number, isRefused);
  const release = await job.partSlots.take(job.signal);
  try {
    const body = await read(job, part);
    const onProgress = (bytes: number): void => job.report.underway(part.number, bytes);
    const { status } = await job.tools
      .send({ url, headers, body, signal: job.signal, onProgress })
      .catch((error: unknown) => requireReadable(body, error));
    return status;
  } finally {
    job.report.underway(part.number, 0);
    release();
  }
};

/** 0 means no response. Errors of the file or the API propagate to the caller. */
const sendOrLose = (attempt: Attempt): Promise<number> =>
  send(attempt).catch((error: unknown) => {
    attempt.job.signal.throwIfAborted();
    if (error instanceof UploadFailure || (error instanceof Error && "status" in error)) throw error;
    return 0;
  });

const sendPart = async (job: FileJob, upload: OpenUpload, part: Part): Promise<void> => {
  let isUnsure = false;
  let refusals = 0;
  await withPatience(patienceOf(job), async () => {
    await job.gate.pass(job.signal);
    // The bytes may have arrived although the response was lost.
    if (isUnsure) await renewReceived(job, upload);
    if (upload.received.has(part.number)) return job.report.found(part.end - part.begin);
    const status = await sendOrLose({ job, upload, part, isRefused: refusals > 0 });
    if (status >= OK && status < REDIRECT) {
      upload.received.add(part.number);
      return job.report.sent(part.end - part.begin);
    }
    // 412: the file is already there, and its signed URL allows only one write.
    isUnsure = isPassingStatus(status) || status === 412;
    refusals = status === 403 ? refusals + 1 : 0;
    if (isUnsure || (refusals > 0 && refusals < MAX_REFUSALS)) throw new TryAgain();
    throw new UploadFailure("storage", `storage answered ${status}`);
  });
};

/** Sends the missing parts, a few concurrently; only those are in memory. */
export const sendParts = async (outer: FileJob, upload: OpenUpload): Promise<void> => {
  const stop = new AbortController();
  const job = { ...outer, signal: AbortSignal.any([outer.signal, stop.signal]) };
  const waiting = upload.parts.filter(({ number }) => !upload.received.has(number));
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await sendPart(job, upload, part);
  };
  const lanes = Array.from({ length: PARTS_IN_FLIGHT }, () =>
    lane().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  // Wait for all of them, so that nothing still reads the file when the caller continues.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
};
