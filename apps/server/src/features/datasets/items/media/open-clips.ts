import type { Readable } from "node:stream";
import type { DatasetRow } from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import type { DatasetsDeps } from "../../datasets-deps.ts";
import { getItemVersion } from "../query/open-selection.ts";

export type ItemMedia = NonNullable<DatasetRow["media"]>;

/** A fault of the clip itself: a retry would find it again. */
export interface UnreadableClip {
  readonly verdict: string;
}

export type OpenClip = (media: ItemMedia, signal: AbortSignal) => Promise<Readable | UnreadableClip>;

/** Opens the clips of one version for a worker that reads many of them. */
export const openClips = async (
  { db, bucketReaders }: Pick<DatasetsDeps, "db" | "bucketReaders">,
  datasetId: string,
  version: number,
): Promise<OpenClip> => {
  const source = await getItemVersion({ db }, datasetId, version);
  const bucketReader = await bucketReaders.openProfile(source.profileId);
  return async ({ object, offset, bytes }, signal) => {
    try {
      return await bucketReader.stream(object, offset, offset + bytes, signal);
    } catch (error) {
      if (error instanceof FormatFault) return { verdict: error.message };
      throw error;
    }
  };
};
