import { createHash, getHashes } from "node:crypto";
import { createXxh32, createXxh64, type RunningHash } from "./xxhash.ts";

/** Hash names of Python that differ in Node. */
const NODE_NAMES: Readonly<Record<string, string>> = {
  blake2b: "blake2b512",
  blake2s: "blake2s256",
  sha3_224: "sha3-224",
  sha3_256: "sha3-256",
  sha3_384: "sha3-384",
  sha3_512: "sha3-512",
};
const PLAIN = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", ...Object.keys(NODE_NAMES)];
const OWN: Readonly<Record<string, () => RunningHash>> = { xxh32: createXxh32, xxh64: createXxh64 };

const nodeNameOf = (name: string): string => NODE_NAMES[name] ?? name;
const KNOWN = new Set([
  ...PLAIN.filter((name) => getHashes().some((known) => known.toLowerCase() === nodeNameOf(name))),
  ...Object.keys(OWN),
]);

export const isHashKnown = (name: string): boolean => KNOWN.has(name);

export const createRunningHash = (name: string): RunningHash | undefined => {
  if (!KNOWN.has(name)) return undefined;
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own) return own();
  const hash = createHash(nodeNameOf(name));
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") };
};
