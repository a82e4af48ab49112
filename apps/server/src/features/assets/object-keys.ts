import { randomBytes } from "node:crypto";

const randomName = (): string => randomBytes(16).toString("hex");

/** Returns an unguessable key that is never reused, so an object under it is immutable. */
export const newMediaKey = (assetId: string, version: number): string => {
  const name = randomName();
  return `media/${name.slice(0, 2)}/${assetId}/${version}-${name.slice(2)}`;
};

export const newUploadPrefix = (userId: string): string => `u/${userId}/${randomName()}/`;

const UPLOAD_NAME = /^[0-9a-f]{32}\/[^/]/;
const CLIMBING = /(^|\/)\.{1,2}(\/|$)/;

/** Whether the key is under an upload prefix issued to this user. */
export const isOwnUploadKey = (key: string, userId: string): boolean => {
  const home = `u/${userId}/`;
  return key.startsWith(home) && UPLOAD_NAME.test(key.slice(home.length)) && !CLIMBING.test(key);
};
