/** An object, or a folder when the key is empty or ends with a slash. */
export interface StorageAddress {
  readonly bucket: string;
  readonly key: string;
}

const URI = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const MAX_KEY_BYTES = 1_024;
// Some stores and proxies decode these, so the key would mean another object than the checked one.
const HIDDEN = /%(?:2e|2f|5c|00)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is intended
const UNREADABLE = /[\u0000-\u001f\u007f\\]/;

/** Refuses path traversal: the key must mean one object however it is parsed; no `..`, no empty or encoded segments. */
export const isPlainKey = (key: string): boolean => {
  if (key === "") return true;
  if (HIDDEN.test(key) || UNREADABLE.test(key) || !key.isWellFormed()) return false;
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return false;
  const steps = (key.endsWith("/") ? key.slice(0, -1) : key).split("/");
  return steps.every((step) => step !== "" && step !== "." && step !== "..");
};

/** Undefined when the text is not the URI of an object or folder. */
export const readUri = (uri: string): StorageAddress | undefined => {
  const [, bucket, key = ""] = URI.exec(uri) ?? [];
  return bucket !== undefined && isPlainKey(key) ? { bucket, key } : undefined;
};

export const writeUri = ({ bucket, key }: StorageAddress): string => `s3://${bucket}/${key}`;

/** Whether a profile with this prefix covers `key`; the prefix itself may be given without its slash. */
export const isBelow = (prefix: string, key: string): boolean => key.startsWith(prefix) || `${key}/` === prefix;

/** Resolves a relative path. Undefined when it leaves the bucket or is not a valid key. */
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

/** Stricter than the URL standard, because the host goes into the CSP header, where `;` and `*` have a meaning. */
export const isPlainHost = (hostname: string): boolean => /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname);
