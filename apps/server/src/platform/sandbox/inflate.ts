import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, type ZlibOptions, zstdDecompress } from "node:zlib";
import { FormatFault } from "@dailies/formats/format-fault";
import type { Codec, Inflate } from "@dailies/formats/inflate";
import { inflateBzip2 } from "@dailies/formats/inflate-bzip2";
import { inflateSnappy } from "@dailies/formats/inflate-snappy";

type Decompress = (bytes: Uint8Array, options: Pick<ZlibOptions, "maxOutputLength">) => Promise<Uint8Array>;

const TOO_LONG = new Set(["ERR_BUFFER_TOO_LARGE", "ERR_OUT_OF_RANGE"]);

/** Maps the library's errors to FormatFault, which format readers expect. */
const byLibrary = (decompress: Decompress) => async (bytes: Uint8Array, maxBytes: number) => {
  try {
    return await decompress(bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (TOO_LONG.has(code)) throw new FormatFault("too_large", `it inflates to more than ${maxBytes} bytes`);
    throw new FormatFault("malformed", `it cannot be inflated: ${code || "unknown"}`);
  }
};

const inTurns =
  (start: (bytes: Uint8Array, maxBytes: number) => Generator<void, Uint8Array>) =>
  async (bytes: Uint8Array, maxBytes: number) => {
    const steps = start(bytes, maxBytes);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await setImmediate();
    }
  };

const BY_CODEC: Record<Codec, (bytes: Uint8Array, maxBytes: number) => Promise<Uint8Array>> = {
  br: byLibrary(promisify(brotliDecompress)),
  gz: byLibrary(promisify(gunzip)),
  zstd: byLibrary(promisify(zstdDecompress)),
  bz2: inTurns(inflateBzip2),
  snappy: inTurns(inflateSnappy),
};

/** Decompresses every codec of shards, with a limit on the output size. */
export const inflate: Inflate = (codec, bytes, maxBytes) => BY_CODEC[codec](bytes, maxBytes);
