import { randomBytes } from "node:crypto";

const randomName = (): string => randomBytes(16).toString("hex");

/** A key that nobody can guess and nothing else will ever use: what is stored under it stays what it was. */
export const newMediaKey = (assetId: string, version: number): string => {
  const name = randomName();
  return `media/${name.slice(0, 2)}/${assetId}/${version}-${name.slice(2)}`;
};

export const newUploadPrefix = (userId: string): string => `u/${userId}/${randomName()}/`;

const UPLOAD_NAME = /^[0-9a-f]{32}\/[^/]/;
const CLIMBING = /(^|\/)\.{1,2}(\/|$)/;

/** Whether a key lies under a prefix that was given to this user. */
export const isOwnUploadKey = (key: string, userId: string): boolean => {
  const home = `u/${userId}/`;
  return key.startsWith(home) && UPLOAD_NAME.test(key.slice(home.length)) && !CLIMBING.test(key);
};
