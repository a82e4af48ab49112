import { existsSync, readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

const CHECKSUM_BYTES = 4;

/**
 * V8 options of the API process. It keeps most of what it allocates while it starts, and a young generation that begins with
 * 1 MB copies all of it several times: a sixth of the processor time of a start. 16 MB is what it grows to in any case. It
 * grows no further, because V8 does not return what a burst of events or requests needed: with its own limit of 32 MB the
 * process stayed 60 MB larger after each.
 */
export const API_V8_OPTIONS = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** The wrapper of a bundle, so that V8 gets the same text at build time and at each start. */
export const BUNDLE_HEAD = "(function (exports, require, module, __filename, __dirname) {\n";
export const BUNDLE_TAIL = "\n})";

export interface LoadedBundle {
  readonly exports: unknown;
  /** Whether V8 accepted the code cache. */
  readonly isCached: boolean;
  /** The code compiled so far, to be stored next to the bundle. */
  readonly createCache: () => Buffer;
}

export const codeCachePath = (bundlePath: string): string => `${bundlePath}.code-cache`;

/**
 * Runs a CommonJS bundle (ASCII, without `import()`) with the V8 code cache from build time. If the cache is missing or
 * belongs to another bundle, Node version or V8 flags, the bundle is compiled as usual: only slower.
 */
export const loadBundle = (path: string): LoadedBundle => {
  const bytes = readFileSync(path);
  const cachedData = readCodeCache(path, bytes);
  const script = new Script(bytes.toString("latin1"), { filename: path, cachedData });
  const require = createRequire(path);
  const module = new Module(path);
  module.filename = path;
  // Register the module: a part loaded later may require it and must not run it again.
  require.cache[path] = module;
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  module.loaded = true;
  return {
    exports: module.exports,
    isCached: cachedData !== undefined && !script.cachedDataRejected,
    createCache: () => Buffer.concat([checksum(bytes), script.createCachedData()]),
  };
};

/** V8 itself only compares the length of the source. */
const checksum = (bytes: Buffer): Buffer => {
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
};

const readCodeCache = (path: string, bytes: Buffer): Buffer | undefined => {
  if (!existsSync(codeCachePath(path))) return undefined;
  const cache = readFileSync(codeCachePath(path));
  const isOfThese = cache.subarray(0, CHECKSUM_BYTES).equals(checksum(bytes));
  return isOfThese ? cache.subarray(CHECKSUM_BYTES) : undefined;
};
