// The items of a dataset: pages, samples, counts, media and pictures, of any version.
// Implements GET /dataset/{id}/sample and POST /dataset/{id}/items of the specification, and our additions.
import type { datasetItemRoutes } from "@dailies/contract";
import type { CallContext } from "../../../http/routing/call-context.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { openLater, sendRanged } from "../../../http/routing/send-ranged.ts";
import { bucketItems } from "./aggregates/bucket-items.ts";
import { facetItems } from "./aggregates/facet-items.ts";
import { funnelItems } from "./aggregates/funnel-items.ts";
import { toFacet } from "./aggregates/to-facet.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { addressMedia } from "./media/address-media.ts";
import { openBlob } from "./media/open-blob.ts";
import { addressPicture } from "./pictures/address-picture.ts";
import { answerInTime, type QueryStats } from "./query/answer-in-time.ts";
import { type ConditionImpact, explainEmpty } from "./query/explain-empty.ts";
import { getItem } from "./rows/get-item.ts";
import { listItems } from "./rows/list-items.ts";
import { listSimilar } from "./rows/list-similar.ts";
import { searchValues } from "./rows/search-values.ts";
import { sampleItems } from "./sampling/sample-items.ts";

const toHow = ({ version, isTotalExact, isPartial, hasTimedOut, scanned, tookMs }: QueryStats) => ({
  version,
  scanned,
  total_exact: isTotalExact,
  partial: isPartial,
  timed_out: hasTimedOut,
  took_ms: Math.round(tookMs * 10) / 10,
});

const toWay = ({ withoutIt, alone }: ConditionImpact) => ({ without_it: withoutIt, alone });

/** The smallest GIF: an image element shows nothing instead of a fault, and its page can tell it from a picture. */
const TRANSPARENT_PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Aborts when the client disconnects or the time limit is reached. */
const withDeadline = <T>(context: CallContext, act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  context.withRequestSignal((gone) => answerInTime(gone, act));

export const itemsHandlers = (deps: ItemsDeps): Handlers<typeof datasetItemRoutes> => ({
  async sampleItems({ params, query, context }) {
    const input = { ...query, filters: [] };
    const sample = await withDeadline(context, (signal) => sampleItems(deps, params.id, input, signal));
    const { seed, strategy } = query;
    return { items: [...sample.items], total: sample.total, seed, strategy, ...toHow(sample) };
  },
  async listItems({ params, body, context }) {
    const { page_size: pageSize, order_by: orderBy, ...input } = body;
    const page = await withDeadline(context, (signal) =>
      listItems(deps, params.id, { ...input, pageSize, orderBy }, signal),
    );
    return { items: [...page.items], total: page.total, next_cursor: page.nextCursor, ...toHow(page) };
  },
  async getItem({ params, query }) {
    const input = { ordinal: params.ordinal, version: query.version };
    const { item, hasSimilar } = await getItem(deps, params.id, input);
    // Nothing in the console references single items yet.
    return { item, used_in: [], has_similar: hasSimilar };
  },
  async listSimilar({ params, query, context }) {
    const input = { ordinal: params.ordinal, ...query, version: query.version };
    const found = await withDeadline(context, (signal) => listSimilar(deps, params.id, input, signal));
    return { items: found.map(({ item, distance }) => ({ ...item, distance })) };
  },
  async facetItems({ params, body, context }) {
    const answer = await withDeadline(context, (signal) => facetItems(deps, params.id, body, signal));
    const { total, fullTotal } = answer;
    return { facets: answer.facets.map(toFacet), total, full_total: fullTotal, ...toHow(answer) };
  },
  async searchValues({ params, body, context }) {
    const input = { ...body, startsWith: body.starts_with };
    return { values: await withDeadline(context, (signal) => searchValues(deps, params.id, input, signal)) };
  },
  async funnelItems({ params, body, context }) {
    const funnel = await withDeadline(context, (signal) => funnelItems(deps, params.id, body, signal));
    const steps = funnel.steps.map(({ durationS, droppedWhere, ...step }) => ({
      ...step,
      duration_s: durationS,
      dropped_where: droppedWhere,
    }));
    return { full: { items: funnel.full.items, duration_s: funnel.full.durationS }, steps, ...toHow(funnel) };
  },
  async bucketItems({ params, body, context }) {
    const answer = await withDeadline(context, (signal) => bucketItems(deps, params.id, body, signal));
    const buckets = answer.buckets.map(({ labels, items, durationS, filters }) => {
      const [resolution = "", frames = "", aspect = ""] = labels;
      return { resolution, frames, aspect, items, duration_s: durationS, filters: [...filters] };
    });
    return { buckets, ...toHow(answer) };
  },
  async explainEmpty({ params, body, context }) {
    const { parts, words } = await withDeadline(context, (signal) => explainEmpty(deps, params.id, body, signal));
    const predicates = parts.map(({ where, ...way }) => ({ where, ...toWay(way) }));
    return { predicates, words: words ? toWay(words) : null };
  },
  async addressMedia({ params, body }) {
    const found = await addressMedia(deps, params.id, { ordinals: body.ordinals, version: body.version });
    const items = found.map(({ contentType, expiresAt, ...media }) => ({
      ...media,
      content_type: contentType,
      expires_at: expiresAt.toISOString(),
    }));
    return { items };
  },
  async readItemBlob({ params, query, reply, context }) {
    const input = { ordinal: params.ordinal, version: query.version, column: query.column };
    await context.withRequestSignal(async (gone) => {
      const blob = await openBlob(deps, params.id, input, gone);
      await sendRanged(reply, { ...blob, open: (begin, end) => openLater(() => blob.open(begin, end)) });
    });
  },
  async readPoster({ params, query, reply }) {
    const input = { ordinal: params.ordinal, kind: query.what, version: query.version };
    const address = await addressPicture(deps, params.id, input);
    if (address === undefined) {
      const headers = { "content-type": "image/gif", "cache-control": "no-store", "retry-after": "2" };
      await reply.code(202).headers(headers).send(TRANSPARENT_PIXEL);
      return;
    }
    await reply.code(302).headers({ location: address, "cache-control": "private, max-age=600" }).send("");
  },
});
