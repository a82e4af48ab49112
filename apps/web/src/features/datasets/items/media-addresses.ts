import type { DatasetRow } from "@dailies/contract";
import { datasetItemRoutes } from "@dailies/contract/datasets/item-routes";
import { addressOf } from "@dailies/contract/route-address";
import { itemCalls } from "../../../lib/api/clients/datasets.ts";
import { pictureAddress } from "../../../shared/dataset-address/picture-address.ts";
import type { ShardClip } from "../../../shared/shard-media/shard-clip.ts";
import type { SetVersion } from "./items.queries.ts";

/** For players, which show it until the first frame. Tiles follow a poster that is not rendered yet: `usePicture`. */
export const posterAddress = ({ id, version }: SetVersion, ordinal: number): string =>
  pictureAddress({ id, version, ordinal, what: "poster" });

/** URL of the bytes through the server: of the clip, or of another column. */
export const blobAddress = ({ id, version }: SetVersion, ordinal: number, column?: string): string =>
  addressOf(datasetItemRoutes.readItemBlob, { params: { id, ordinal }, query: { version, column } });

/** A clip in its storage location: read from inside its shard if the browser supports it, else through the server. */
export const shardClipOf = (set: SetVersion, ordinal: number): ShardClip => ({
  key: `dataset/${set.id}@${set.version}/${ordinal}`,
  locate: async (signal) => {
    const { items } = await itemCalls.addressMedia(
      { params: { id: set.id }, body: { ordinals: [ordinal], version: set.version } },
      { signal },
    );
    const [found] = items;
    return (
      found && {
        url: found.url,
        offsetBytes: found.offset,
        sizeBytes: found.bytes,
        contentType: found.content_type,
        expiresAtMs: Date.parse(found.expires_at),
      }
    );
  },
  fallbackUrl: blobAddress(set, ordinal),
});

export const isPicture = ({ media }: Pick<DatasetRow, "media">): boolean =>
  media?.content_type.startsWith("image/") ?? false;

/** A common profile per codec, for `canPlayType` when only the codec family is known. */
const PROFILES: Readonly<Record<string, string>> = {
  avc1: "avc1.42E01E",
  avc3: "avc1.42E01E",
  hvc1: "hvc1.1.6.L93.B0",
  hev1: "hev1.1.6.L93.B0",
  vp09: "vp09.00.10.08",
  av01: "av01.0.04M.08",
};
const known = new Map<string, boolean>();

/** Whether this browser plays the clip; undefined if the codec is unknown. */
export const canPlay = ({ codec, media }: Pick<DatasetRow, "codec" | "media">): boolean | undefined => {
  if (codec === null || media === null) return undefined;
  const container = media.content_type === "video/quicktime" ? "video/mp4" : media.content_type;
  const type = `${container}; codecs="${PROFILES[codec] ?? codec}"`;
  const before = known.get(type);
  if (before !== undefined) return before;
  const answer = document.createElement("video").canPlayType(type) !== "";
  known.set(type, answer);
  return answer;
};
