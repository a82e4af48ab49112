import { existsSync, readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

const CHECKSUM_BYTES = 4;

/** What stands around a bundle, so that V8 is given the same text at build and at each start. */
export const BUNDLE_HEAD = "(function (exports, require, module, __filename, __dirname) {\n";
export const BUNDLE_TAIL = "\n})";

export interface LoadedBundle {
  readonly exports: unknown;
  /** Whether V8 took the code that was compiled before. */
  readonly isCached: boolean;
  /** The code compiled so far, to be kept beside the bundle. */
  readonly createCache: () => Buffer;
}

export const codeCachePath = (bundlePath: string): string => `${bundlePath}.code-cache`;

/**
 * Runs a CommonJS bundle, in ASCII and without `import()`, with the code that V8 compiled for it at build time. Without that file, or where it is of
 * another bundle, another Node or other V8 flags, the bundle is compiled as always: only the time differs.
 */
export const loadBundle = (path: string): LoadedBundle => {
  const bytes = readFileSync(path);
  const cachedData = readCodeCache(path, bytes);
  const script = new Script(bytes.toString("latin1"), { filename: path, cachedData });
  const require = createRequire(path);
  const module = new Module(path);
  module.filename = path;
  // A part that is loaded later may ask for this one: it must not be run a second time.
  require.cache[path] = module;
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  module.loaded = true;
  return {
    exports: module.exports,
    isCached: cachedData !== undefined && !script.cachedDataRejected,
    createCache: () => Buffer.concat([checksum(bytes), script.createCachedData()]),
  };
};

/** V8 compares no more than the length of the text. */
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
