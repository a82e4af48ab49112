import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { FormatFault } from "../format-fault.ts";
import type { Inflate } from "../inflate.ts";
import { inflateSnappy } from "../inflate-snappy.ts";

/** Node's decompressors, with the same limits as the product's. */
export const inflateWithNode: Inflate = async (codec, bytes, maxBytes) => {
  const options = { maxOutputLength: Math.max(1, maxBytes) };
  try {
    if (codec === "gz") return gunzipSync(bytes, options);
    if (codec === "br") return brotliDecompressSync(bytes, options);
    if (codec === "zstd") return zstdDecompressSync(bytes, options);
  } catch {
    throw new FormatFault("malformed", "cannot be inflated");
  }
  if (codec !== "snappy") throw new FormatFault("unsupported", codec);
  const steps = inflateSnappy(bytes, maxBytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
