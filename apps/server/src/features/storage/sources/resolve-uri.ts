import { DomainError } from "../../../errors.ts";
import { listProfilesOfBucket } from "../profiles/profile.store.ts";
import type { ProfileRow } from "../profiles/profile-record.ts";
import { reservedIn } from "../profiles/reserved-folder.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { isBelow, readUri, writeUri } from "./storage-uri.rules.ts";

export interface ResolvedUri {
  readonly profile: ProfileRow;
  /** The full key in the bucket. The profile's own folder has a trailing slash. */
  readonly key: string;
  readonly uri: string;
}

/** One message for every case, so that it does not reveal which profiles exist. */
const nowhere = (): DomainError =>
  new DomainError("not_found", "no storage profile covers this address; an administrator can register one");

/** The profile of a URI: the one with the longest matching prefix in its bucket. */
export const resolveUri = async (deps: Pick<StorageDeps, "db" | "own">, uri: string): Promise<ResolvedUri> => {
  const address = readUri(uri);
  if (!address) throw nowhere();
  const profiles = await listProfilesOfBucket(deps.db, address.bucket);
  const profile = profiles.find(({ prefix }) => isBelow(prefix, address.key));
  if (!profile) throw nowhere();
  const key = address.key.length < profile.prefix.length ? profile.prefix : address.key;
  if (reservedIn(deps, profile).some((folder) => isBelow(folder, key))) throw nowhere();
  return { profile, key, uri: writeUri({ bucket: address.bucket, key }) };
};
