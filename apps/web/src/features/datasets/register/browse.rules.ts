import type { StorageProfile } from "@dailies/contract";
import { addressOfProfile } from "../storage/profile-draft.ts";

/** A first proposal: the last folder or file of an address without its ending. */
export const nameFrom = (uri: string): string => {
  const parts = uri
    .replace(/^s3:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "index.json");
  const last = parts.at(-1) ?? "";
  return last.replace(/\.(tar|parquet|lance|jsonl|csv)$/, "").slice(0, 200);
};

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
