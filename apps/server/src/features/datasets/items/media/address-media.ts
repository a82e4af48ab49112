import { SIGNED_URL_TTL_S } from "../../../../platform/s3/signed-url-ttl.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion } from "../query/open-selection.ts";
import { readRows } from "../rows/fetch-items.ts";
import { toDataItem } from "../rows/item-rows.ts";

export interface AddressedMedia {
  readonly ordinal: number;
  readonly url: string;
  readonly offset: number;
  readonly bytes: number;
  readonly contentType: string;
  readonly expiresAt: Date;
}

const MEDIA_COLUMNS = ["key", "object", "media_offset", "media_bytes", "media_type"] as const;

/** Signed URLs of clips that browsers read directly from storage. Items without media are omitted. */
export const addressMedia = async (
  deps: Pick<ItemsDeps, "db" | "tableReader" | "replicas" | "bucketReaders" | "clock">,
  datasetId: string,
  { ordinals, version }: { readonly ordinals: readonly number[]; readonly version: number | undefined },
): Promise<AddressedMedia[]> => {
  const source = await getItemVersion(deps, datasetId, version);
  const bucketReader = await deps.bucketReaders.openProfile(source.profileId);
  const wanted = [...new Set(ordinals)];
  const rows = await readRows(deps, source, wanted, MEDIA_COLUMNS);
  const expiresAt = new Date(deps.clock().getTime() + SIGNED_URL_TTL_S.browser * 1_000);
  const urls = new Map<string, string>();
  const addressed: AddressedMedia[] = [];
  for (const ordinal of wanted) {
    const row = rows.get(ordinal);
    const media = row && toDataItem(ordinal, row, []).media;
    if (!media) continue;
    // Clips of a page are often in one shard, which is signed once.
    const url = urls.get(media.object) ?? bucketReader.presign(media.object, SIGNED_URL_TTL_S.browser);
    urls.set(media.object, url);
    addressed.push({
      ordinal,
      url,
      offset: media.offset,
      bytes: media.bytes,
      contentType: media.content_type,
      expiresAt,
    });
  }
  return addressed;
};
