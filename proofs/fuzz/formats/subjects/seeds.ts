import { readFileSync } from "node:fs";
import path from "node:path";

/** Valid files made by the reference programs of their formats: ffmpeg, a Parquet writer, Lance. */
export const readSeed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, "../seeds", name)));
