// Samples of an opened set: a sample, its columns as bytes, the hex view, search by key, and the training order.
import { createHash } from "node:crypto";
import type { viewerRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { sendRanged } from "../../http/routing/send-ranged.ts";
import { findSample } from "./find-sample.ts";
import { orderSamples } from "./order/order-samples.ts";
import { readHex } from "./read-hex.ts";
import type { BytesAt } from "./sets/shard-set.ts";
import { streamBytes } from "./stream-bytes.ts";
import { checkShard, locateSample, readingOf, type UsedSet, useSet, useSetAgain } from "./use-set.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

/** A strong ETag of the index and the byte range: different bytes have a different tag. */
const columnTag = ({ handle, set }: UsedSet, { object, begin, end }: BytesAt): string => {
  const parts = [handle.profileId, handle.revision, set.tag, object, begin, end];
  return `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32)}"`;
};

type Calls = Pick<
  Handlers<typeof viewerRoutes>,
  "readSample" | "findSample" | "readColumn" | "readBytes" | "orderSamples"
>;

export const sampleHandlers = (deps: ViewerDeps): Calls => ({
  readSample: ({ actor, params, query, context }) =>
    context.withRequestSignal((signal) =>
      useSetAgain(deps, { actor, ...params, signal }, async (used) => {
        const position = locateSample(used, params.index);
        const reading = readingOf(used, { agreeBytes: query.agree_bytes, signal });
        const { key, begin, end, columns, spans } = await used.set.readSample(reading, position);
        return {
          index: position.index,
          shard: position.shard,
          index_in_shard: position.indexInShard,
          key,
          begin,
          end,
          columns: [...columns],
          spans,
          io: reading.meter.read(),
        };
      }),
    ),
  findSample: ({ actor, params, query, context }) =>
    context.withRequestSignal((signal) =>
      useSet(deps, { actor, ...params, signal }, async (used) => {
        const { index, isComplete, io } = await findSample(used.set, readingOf(used, { signal }), query.what);
        return { index, is_complete: isComplete, io };
      }),
    ),
  readColumn: ({ actor, params, query, reply }) =>
    useSet(deps, { actor, ...params }, async (used) => {
      const position = locateSample(used, params.index);
      const reading = readingOf(used, { agreeBytes: query.agree_bytes });
      const column = await used.set.locateColumn(reading, position, params.column);
      const { begin, end, contentType } = column;
      await sendRanged(reply, {
        sizeBytes: end - begin,
        contentType,
        fileName: `${params.index}-${params.column}`,
        etag: columnTag(used, column),
        open: (from, to) => streamBytes({ ...column, begin: begin + from, end: begin + to }),
      });
    }),
  readBytes: ({ actor, params, query, reply }) =>
    useSet(deps, { actor, ...params }, async (used) => {
      // Only decompressed bytes that are already cached: the hex view never triggers a download of a compressed shard.
      const shard = await used.set.openShard(readingOf(used, {}), checkShard(used, params.shard));
      const bytes = await readHex(shard, query);
      await reply.header("cache-control", "private, no-cache").send(Buffer.from(bytes));
    }),
  orderSamples: ({ actor, params, query, context }) =>
    context.withRequestSignal((signal) =>
      useSet(deps, { actor, ...params, signal }, ({ set }) => orderSamples(deps, set, query, signal)),
    ),
});
