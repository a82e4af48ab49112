import type { ColumnView, ViewerSample } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { viewerRoutes } from "@dailies/contract/viewer/routes";
import type { QueryClient } from "@tanstack/react-query";
import type { ShardClip, ShardPart } from "../../../shared/shard-media/shard-clip.ts";
import { addressQuery } from "../shard.queries.ts";

/** The prefix under which all reads of a dataset by this page are counted. */
export const readsPrefix = (handle: string): string => `sdv/${handle}/`;
export const sampleReadsPrefix = (handle: string, index: number): string => `${readsPrefix(handle)}sample/${index}/`;

interface Piece {
  readonly begin: number;
  readonly end: number;
  readonly contentType: string;
}

const locateIn =
  (client: QueryClient, handle: string, shard: number, pieceOf: (bytes: number) => Piece) =>
  async (): Promise<ShardPart | undefined> => {
    const { url, bytes, has_ranges, expires_at } = await client.fetchQuery(addressQuery(handle, shard));
    if (!has_ranges) return undefined;
    const { begin, end, contentType } = pieceOf(bytes);
    return { url, offsetBytes: begin, sizeBytes: end - begin, contentType, expiresAtMs: Date.parse(expires_at) };
  };

export const columnAddress = (handle: string, index: number, column: string, agreeBytes: number | undefined): string =>
  addressOf(viewerRoutes.readColumn, {
    params: { handle, index, column },
    query: { agree_bytes: agreeBytes },
  });

/** One column of a sample as a clip inside its shard. */
export const columnClip = (
  client: QueryClient,
  handle: string,
  sample: ViewerSample,
  column: ColumnView,
  agreeBytes: number | undefined,
): ShardClip => {
  const { begin, end, name, value } = column;
  const contentType = value.kind === "media" ? value.content_type : "application/octet-stream";
  return {
    key: `${sampleReadsPrefix(handle, sample.index)}${name}`,
    locate: locateIn(client, handle, sample.shard, () => ({ begin, end, contentType })),
    fallbackUrl: columnAddress(handle, sample.index, name, agreeBytes),
  };
};

/** A whole shard, read in small ranges. */
export const shardClip = (client: QueryClient, handle: string, shard: number): ShardClip => ({
  key: `${readsPrefix(handle)}shard/${shard}`,
  locate: locateIn(client, handle, shard, (bytes) => ({
    begin: 0,
    end: bytes,
    contentType: "application/octet-stream",
  })),
  // Never fetched whole: the route takes offset and length from the caller.
  fallbackUrl: addressOf(viewerRoutes.readBytes, { params: { handle, shard } }),
});
