import type { StorageProfile } from "@dailies/contract";
import { addressOfProfile } from "../storage/profile-draft.ts";

/** The folder an address lies in, itself when it is one. */
export const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf("/") + 1);

/** One step up, or undefined where a registered place begins. */
export const parentOf = (uri: string, root: string): string | undefined => {
  if (uri.length <= root.length) return undefined;
  return folderOf(uri.replace(/\/$/, ""));
};

/** The place an address lies in; with several, the closest. */
export const profileOf = (uri: string, profiles: readonly StorageProfile[]): StorageProfile | undefined =>
  profiles
    .filter((profile) => uri.startsWith(addressOfProfile(profile)))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
