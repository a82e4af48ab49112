import type { StorageProfile } from "@dailies/contract";
import { addressOfProfile } from "../storage/profile-draft.ts";

/** Suggests a name: the last folder or file of a URI without its extension. */
export const nameFrom = (uri: string): string => {
  const parts = uri
    .replace(/^s3:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "index.json");
  const last = parts.at(-1) ?? "";
  return last.replace(/\.(tar|parquet|lance|jsonl|csv)$/, "").slice(0, 200);
};

/** The folder of a URI; the URI itself if it is a folder. */
export const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf("/") + 1);

/** The parent folder, or undefined at the root of a storage profile. */
export const parentOf = (uri: string, root: string): string | undefined => {
  if (uri.length <= root.length) return undefined;
  return folderOf(uri.replace(/\/$/, ""));
};

/** The storage profile of a URI; with several, the most specific. */
export const profileOf = (uri: string, profiles: readonly StorageProfile[]): StorageProfile | undefined =>
  profiles
    .filter((profile) => uri.startsWith(addressOfProfile(profile)))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
