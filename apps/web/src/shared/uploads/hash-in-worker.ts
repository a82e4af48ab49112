import type { Hash } from "@dailies/uploader/types";

const PIECE_BYTES = 4 * 1024 ** 2;

interface Answer {
  readonly readBytes?: number;
  readonly sha256?: string;
}

let worker: Worker | undefined;

/** One worker for all files: the queue hashes one file at a time. */
const getWorker = (): Worker => {
  worker ??= new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module", name: "hash" });
  return worker;
};

const dropWorker = (): void => {
  worker?.terminate();
  worker = undefined;
};

const postToWorker = (thread: Worker, question: ArrayBuffer | "end"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    thread.onerror = (event) => reject(new Error(event.message || "the hashing thread stopped"));
    thread.postMessage(question, question === "end" ? [] : [question]);
  });

const bufferOf = async (body: Blob | Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  body instanceof Blob ? body.arrayBuffer() : body.slice().buffer;

/** Hashes in a worker so that the page keeps scrolling, in chunks so that memory use stays small. */
export const hashInWorker: Hash = async (source, { signal, onProgress, pass }) => {
  const thread = getWorker();
  thread.postMessage("begin");
  try {
    for (let begin = 0; begin < source.sizeBytes; begin += PIECE_BYTES) {
      await pass();
      signal.throwIfAborted();
      const end = Math.min(source.sizeBytes, begin + PIECE_BYTES);
      await postToWorker(thread, await bufferOf(await source.slice(begin, end)));
      onProgress(end);
    }
    const { sha256 } = await postToWorker(thread, "end");
    if (sha256 === undefined) throw new Error("the hashing thread gave no hash");
    return sha256;
  } catch (error) {
    // The worker may hold the state of a half-hashed file, so discard it.
    dropWorker();
    throw error;
  }
};
