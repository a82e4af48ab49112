import { FormatFault } from "./format-fault.ts";

export const CODECS = ["br", "bz2", "gz", "snappy", "zstd"] as const;
export type Codec = (typeof CODECS)[number];

/** Injected by the host; throws "too_large" before it produces more than `maxBytes`. */
export type Inflate = (codec: Codec, bytes: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

/** "zstd:7" is zstd: the level only matters to the writer. */
export const codecOf = (compression: string): Codec => {
  const [name] = compression.split(":", 1);
  const codec = CODECS.find((known) => known === name);
  if (codec === undefined) throw new FormatFault("unsupported", `unknown compression ${compression.slice(0, 40)}`);
  return codec;
};
