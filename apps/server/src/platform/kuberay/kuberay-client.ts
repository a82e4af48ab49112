import type { z } from "zod";
import { readEach } from "../http-client/read-each.ts";
import { RayFault } from "../ray/ray-fault.ts";
import { openRayRequests, parseAs, parseJson, type RayConnection } from "../ray/ray-request.ts";
import {
  listAnswer,
  type RayClusterAnswer,
  type RayJobAnswer,
  rayClusterAnswer,
  rayJobAnswer,
} from "./kuberay-schemas.ts";

export interface KubeRayConnection extends RayConnection {
  readonly namespace: string;
}

interface ListLimits {
  /** Of memory: of the page that is being read and of the items that were kept before it. */
  readonly maxBytes: number;
  readonly maxItems: number;
}

export interface KubeRayList<T> {
  readonly items: readonly T[];
  /** Of an unknown shape, or beyond the limits. */
  readonly leftOut: number;
  /** The most memory that reading it took. */
  readonly bytes: number;
  /** Time that this process worked on it. */
  readonly busyMs: number;
}

/** A resource may be tens of kilobytes long, most of which is the template of its pods. */
const PAGE_ITEMS = 250;
/** For all pages together; with the limit of the last request it stays below half of the lease of a poll. */
const LIST_MS = 8_000;

/**
 * Lists what KubeRay's operator reports, by the Kubernetes API with `limit` and `continue`. It reads only: jobs and services
 * are started by the operator from resources that the owners of the namespace write. Every method throws a `RayFault`.
 */
export const createKubeRayClient = (connection: KubeRayConnection) => {
  const { call } = openRayRequests(connection);
  const base = `apis/ray.io/v1/namespaces/${encodeURIComponent(connection.namespace)}`;

  const ask = async (plural: string, page: Readonly<Record<string, string>>, maxBytes: number): Promise<Buffer> => {
    if (maxBytes <= 0) throw new RayFault("too_large", "the list is too large");
    const { status, bytes } = await call(`${base}/${plural}?${new URLSearchParams(page)}`, { maxBytes });
    if (status !== 200) throw faultOfKubernetes(status, connection.token !== null);
    return bytes;
  };

  /** `keep` translates an item to the little that is kept of it, so that a long list is never in memory as a whole. */
  const list = async <S extends z.ZodType, T>(
    plural: string,
    schema: S,
    keep: (item: z.output<S>) => T,
    { maxBytes, maxItems }: ListLimits,
  ): Promise<KubeRayList<T>> => {
    const items: T[] = [];
    const untilMs = performance.now() + LIST_MS;
    let [unreadable, remaining, kept, most, busyMs] = [0, 1, 0, 0, 0];
    let next = "";
    // The number of pages is limited too: a server could answer with empty ones for ever.
    for (let pages = 0; pages * PAGE_ITEMS < maxItems && remaining > 0 && performance.now() < untilMs; pages += 1) {
      const query = { limit: String(PAGE_ITEMS), ...(next !== "" && { continue: next }) };
      const bytes = await ask(plural, query, maxBytes - kept);
      most = Math.max(most, kept + bytes.length);
      const begunMs = performance.now();
      const page = readPage(bytes, schema);
      for (const item of page.items.map(keep)) {
        items.push(item);
        kept += JSON.stringify(item).length;
      }
      unreadable += page.unreadable;
      [next, remaining] = [page.next, page.remaining];
      busyMs += performance.now() - begunMs;
    }
    return { items, leftOut: unreadable + remaining, bytes: most, busyMs };
  };

  return {
    /** Whether the API server answers, has KubeRay's resources, and lets the token list them. */
    checkHealth: async (): Promise<void> => {
      const bytes = await ask("rayclusters", { limit: "1" }, HEALTH_BYTES);
      if (!isList(bytes)) throw new RayFault("not_kuberay", "this is not a Kubernetes API server");
    },
    listRayClusters: <T>(keep: (item: RayClusterAnswer) => T, limits: ListLimits) =>
      list("rayclusters", rayClusterAnswer, keep, limits),
    listRayJobs: <T>(keep: (item: RayJobAnswer) => T, limits: ListLimits) =>
      list("rayjobs", rayJobAnswer, keep, limits),
  };
};

/** One resource; etcd stores none that is larger than 1.5 MiB. */
const HEALTH_BYTES = 4 * 1024 ** 2;

/** Without the rest of a page that is longer than was asked for. */
const readPage = <S extends z.ZodType>(bytes: Buffer, schema: S) => {
  const { items: listed, metadata } = parseAs(listAnswer, bytes);
  const { items } = readEach(listed.slice(0, PAGE_ITEMS), schema);
  const next = metadata.continue ?? "";
  const remaining = next === "" ? 0 : Math.max(1, metadata.remainingItemCount ?? 1);
  return { items, unreadable: listed.length - items.length, next, remaining };
};

const isList = (bytes: Buffer): boolean => {
  try {
    return listAnswer.safeParse(parseJson(bytes)).success;
  } catch (error) {
    if (error instanceof RayFault) return false;
    throw error;
  }
};

/** Kubernetes answers 403 to an unknown caller where anonymous requests are allowed, and 401 to a token it does not know. */
const faultOfKubernetes = (status: number, hasToken: boolean): RayFault => {
  if (status === 404) return new RayFault("not_kuberay", "this API server has no resources of KubeRay");
  if ((status === 401 || status === 403) && !hasToken) return new RayFault("token_missing", "it asks for a token");
  if (status === 401) return new RayFault("token_refused", "it refuses this token");
  if (status === 403) return new RayFault("not_permitted", "the token may not list the resources of KubeRay");
  return new RayFault("bad_answer", `the API server answered ${status}`);
};
