/** An object, or a folder when the key is empty or ends with a slash. */
export interface StorageAddress {
  readonly bucket: string;
  readonly key: string;
}

const URI = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const MAX_KEY_BYTES = 1_024;
// Some stores and proxies read these as what they stand for, and then a key means another object than was checked.
const HIDDEN = /%(?:2e|2f|5c|00)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f\\]/;

/** Refuses path traversal: whether a key means one object however it is read, with no way up, no empty step, nothing hidden. */
export const isPlainKey = (key: string): boolean => {
  if (key === "") return true;
  if (HIDDEN.test(key) || UNREADABLE.test(key) || !key.isWellFormed()) return false;
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return false;
  const steps = (key.endsWith("/") ? key.slice(0, -1) : key).split("/");
  return steps.every((step) => step !== "" && step !== "." && step !== "..");
};

/** Undefined for what is no address of an object or a folder. */
export const readUri = (uri: string): StorageAddress | undefined => {
  const [, bucket, key = ""] = URI.exec(uri) ?? [];
  return bucket !== undefined && isPlainKey(key) ? { bucket, key } : undefined;
};

export const writeUri = ({ bucket, key }: StorageAddress): string => `s3://${bucket}/${key}`;

/** Whether a profile that begins at `prefix` covers `key`; the prefix's own folder may be named without its slash. */
export const isBelow = (prefix: string, key: string): boolean => key.startsWith(prefix) || `${key}/` === prefix;

/** What a path means, seen from a folder. Undefined when it leads out of the bucket or is no key. */
export const joinKey = (folder: string, path: string): string | undefined => {
  const steps = folder.split("/").filter((step) => step !== "");
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  const key = steps.join("/");
  return isPlainKey(key) ? key : undefined;
};

/** Addresses allow more in a host, but where pages may read from is a list that `;` and `*` have a meaning in. */
export const isPlainHost = (hostname: string): boolean => /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname);
