import { createCipheriv, createHash } from "node:crypto";
import type { UploadSource } from "@dailies/uploader/types";

const BLOCK_BYTES = 16;

/** A file that exists only as its seed: any piece can be generated at any time, and two seeds share no bytes. */
export const seededSource = (name: string, sizeBytes: number, seed: number): UploadSource => {
  const key = createHash("sha256").update(`chaos upload ${seed}`).digest().subarray(0, BLOCK_BYTES);
  return {
    name,
    sizeBytes,
    mime: "application/octet-stream",
    fingerprint: `${name}|${sizeBytes}|${seed}`,
    slice: async (begin, end) => {
      const firstBlock = Math.floor(begin / BLOCK_BYTES);
      const counter = Buffer.alloc(BLOCK_BYTES);
      counter.writeBigUInt64BE(BigInt(firstBlock), 8);
      const skipped = begin - firstBlock * BLOCK_BYTES;
      const stream = createCipheriv("aes-128-ctr", key, counter).update(Buffer.alloc(end - begin + skipped));
      return new Uint8Array(stream.buffer as ArrayBuffer, stream.byteOffset + skipped, end - begin);
    },
  };
};
