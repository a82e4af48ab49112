import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Receives the chunks of one file, then an empty message. Replies with the progress, and finally with the hash. */
let hash = sha256.create();
let readBytes = 0;

self.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer | "end" | "begin">) => {
  if (data === "begin") {
    hash = sha256.create();
    readBytes = 0;
    return;
  }
  if (data === "end") {
    self.postMessage({ sha256: bytesToHex(hash.digest()) });
    return;
  }
  hash.update(new Uint8Array(data));
  readBytes += data.byteLength;
  self.postMessage({ readBytes });
});
