import { addressOf } from "@dailies/contract/route-address";
import { viewerRoutes } from "@dailies/contract/viewer/routes";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../lib/api/api-error.ts";
import type { ShardMedia } from "../../../shared/shard-media/open-shard-media.ts";
import { useShardMedia } from "../../../shared/shard-media/use-shard-media.ts";
import { countApiReads } from "../meter/api-reads.ts";
import { shardClip } from "../sample/sample-clips.ts";

export interface ByteWindow {
  readonly handle: string;
  readonly shard: number;
  /** `[begin, end)` of the shard. */
  readonly begin: number;
  readonly end: number;
}

const requestFor = ({ handle, shard, begin, end }: ByteWindow, { way, src }: ShardMedia): [string, RequestInit] =>
  way === "storage" && src !== undefined
    ? [src, { headers: { range: `bytes=${begin}-${end - 1}` } }]
    : [addressOf(viewerRoutes.readBytes, { params: { handle, shard }, query: { begin, end } }), {}];

const refusalOf = async (answer: Response): Promise<ApiError> => {
  const reply: unknown = await answer.json().catch(() => undefined);
  const { code, detail } = (reply ?? {}) as { code?: unknown; detail?: unknown };
  const requestId = answer.headers.get("x-request-id") ?? undefined;
  return new ApiError({ status: answer.status, code: String(code ?? "unknown"), detail, requestId });
};

const bytesQuery = (window: ByteWindow, media: ShardMedia) =>
  queryOptions({
    queryKey: ["viewer", window.handle, "bytes", window.shard, window.begin, window.end, media.way],
    queryFn: async ({ signal }) => {
      const [address, init] = requestFor(window, media);
      const beganMs = performance.now();
      const answer = await fetch(address, { ...init, signal });
      const ms = performance.now() - beganMs;
      if (!answer.ok) throw await refusalOf(answer);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      // Reads from storage are counted by the worker that fetches them.
      if (media.way === "api") countApiReads(window.handle, { requests: 1, bytes: bytes.length, cache_hits: 0, ms });
      return bytes;
    },
    enabled: media.way !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  });

/** A byte range of a shard, directly from storage if the browser may read it. */
export const useShardBytes = (window: ByteWindow) => {
  const client = useQueryClient();
  const media = useShardMedia(shardClip(client, window.handle, window.shard));
  return useQuery(bytesQuery(window, media));
};
