import type { AssetItem } from "@dailies/contract/assets/schemas";
import { callPatiently, type FileJob, memoryKey, type UploadRef } from "./file-job.ts";
import { type OpenUpload, openFresh, openRemembered } from "./open-upload.ts";
import { renewReceived, sendParts } from "./send-parts.ts";
import type { Finished } from "./types.ts";
import { statusOf, UploadFailure } from "./upload-failure.ts";

const MAX_ROUNDS = 3;

const hash = async (job: FileJob): Promise<string> => {
  const release = await job.hashSlots.take(job.signal);
  try {
    job.report.phase("hashing");
    return await job.tools.hash(job.source, {
      signal: job.signal,
      onProgress: job.report.hashed,
      pass: () => job.gate.pass(job.signal),
    });
  } catch (error) {
    job.signal.throwIfAborted();
    throw new UploadFailure("unreadable", "the file could not be read", { cause: error });
  } finally {
    release();
  }
};

const open = async (job: FileJob): Promise<Finished | OpenUpload> => {
  const known = await job.tools.memory.find(memoryKey(job));
  const remembered = known && (await openRemembered(job, known));
  if (known) job.report.hashed(job.source.sizeBytes);
  return remembered ?? openFresh(job, known?.sha256 ?? (await hash(job)));
};

const sizeOf = ({ parts, received }: OpenUpload): number =>
  parts.filter(({ number }) => received.has(number)).reduce((sum, { begin, end }) => sum + end - begin, 0);

/** Sends and completes. If storage lost a part it had accepted, the missing parts are sent again. */
const deliver = async (job: FileJob, upload: OpenUpload): Promise<AssetItem> => {
  for (let round = 1; ; round += 1) {
    await sendParts(job, upload);
    const body = { ...upload.ref(), sha256: upload.sha256 };
    try {
      return await callPatiently(job, (context) => job.tools.calls.completeUpload({ body }, context));
    } catch (error) {
      if (statusOf(error) !== 409 || round === MAX_ROUNDS) throw error;
      upload.received.clear();
      await renewReceived(job, upload);
      if (upload.received.size >= upload.parts.length) throw error;
    }
  }
};

export interface Delivered extends Finished {
  /** Absent when nothing had to be sent. */
  readonly ref?: UploadRef;
}

/** Uploads one file: hashes it first, then sends only what the server does not have. */
export const uploadFile = async (job: FileJob, onOpen: (upload: OpenUpload) => void): Promise<Delivered> => {
  const opened = await open(job);
  if ("asset" in opened) return opened;
  onOpen(opened);
  job.report.phase("sending");
  job.report.found(opened.parts.length === 0 ? job.source.sizeBytes : sizeOf(opened));
  const asset = await deliver(job, opened);
  await job.tools.memory.forget(memoryKey(job));
  return { asset, isHit: false, ref: opened.ref() };
};
