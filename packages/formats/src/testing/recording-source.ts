import type { ByteSource } from "../byte-source.ts";
import { memorySource } from "../memory-source.ts";

export interface Request {
  readonly object: string;
  readonly begin: number;
  readonly end: number;
}

/** A source that records its requests. */
export const recordingSource = (objects: ReadonlyMap<string, Uint8Array>): ByteSource & { requests: Request[] } => {
  const source = memorySource(objects);
  const requests: Request[] = [];
  return {
    requests,
    read: (object, begin, end, signal) => {
      requests.push({ object, begin, end });
      return source.read(object, begin, end, signal);
    },
    size: (object, signal) => {
      requests.push({ object, begin: 0, end: 0 });
      return source.size(object, signal);
    },
  };
};

export const bytesAsked = (requests: readonly Request[]): number =>
  requests.reduce((sum, { begin, end }) => sum + end - begin, 0);
