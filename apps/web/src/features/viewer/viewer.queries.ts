import type { RouteInput, ViewerHeader, ViewerSample, viewerRoutes } from "@dailies/contract";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { storageCalls } from "../../lib/api/clients/data/storage.ts";
import { viewerCalls } from "../../lib/api/clients/data/viewer.ts";
import { catalogueCalls } from "../../lib/api/clients/datasets.ts";
import { readHere } from "./in-browser/read-here.ts";
import { countApiReads } from "./meter/api-reads.ts";
import { FOR_GOOD, meta } from "./shard.queries.ts";

type Query<K extends keyof typeof viewerRoutes> =
  RouteInput<(typeof viewerRoutes)[K]> extends { query: infer Q } ? Q : never;

const RUN_POLL_MS = 1_000;
const COUNT_POLL_MS = 2_000;

export interface SetAddress {
  uri?: string;
  dataset?: string;
}

export const setQuery = ({ uri, dataset }: SetAddress) =>
  queryOptions({
    queryKey: ["viewer", "set", uri ?? "", dataset ?? ""],
    queryFn: ({ signal }) =>
      viewerCalls.openShards({ query: dataset === undefined ? { uri } : { dataset_id: dataset } }, { signal }),
    ...FOR_GOOD,
    meta,
  });

export const isCounted = ({ counted_shards, shards }: ViewerHeader): boolean => counted_shards >= shards;

/** Sample positions change while shards are being counted, so drop them. */
const forgetCounts = (client: QueryClient, handle: string): void => {
  for (const part of ["map", "shard", "order"]) void client.invalidateQueries({ queryKey: ["viewer", handle, part] });
};

/** Polls the header of a dataset until all its samples are counted. */
export const countingQuery = (handle: string) =>
  queryOptions({
    queryKey: ["viewer", handle, "header"],
    queryFn: async ({ client, queryKey, ...context }) => {
      const header = await viewerCalls.getShardsHeader({ params: { handle } }, context);
      const before = client.getQueryData<ViewerHeader>(queryKey);
      if (before?.counted_shards !== header.counted_shards) forgetCounts(client, handle);
      return header;
    },
    refetchInterval: ({ state }) => (state.data && isCounted(state.data) ? false : COUNT_POLL_MS),
    meta,
  });

export const recentQuery = () =>
  queryOptions({
    queryKey: ["viewer", "recent"],
    queryFn: (context) => viewerCalls.listOpened({}, context),
    meta,
  });

export const datasetsQuery = () =>
  queryOptions({
    queryKey: ["viewer", "datasets"],
    queryFn: (context) => catalogueCalls.listDatasets({}, context),
    meta,
  });

/** Writes and registers the demo dataset, or finds it. */
export const useOpenDemo = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => catalogueCalls.openDemoDataset({}),
    onSuccess: () => cache.invalidateQueries({ queryKey: datasetsQuery().queryKey }),
  });
};

/** Lists a folder that has no index. */
export const folderQuery = (uri: string) =>
  queryOptions({
    queryKey: ["viewer", "folder", uri],
    queryFn: (context) => storageCalls.browseStorage({ query: { uri } }, context),
    retry: false,
    meta,
  });

/** If the browser cannot read a sample, the API may; if the API cannot either, it reports why. */
const tryHere = async (client: QueryClient, header: ViewerHeader, index: number, signal: AbortSignal) => {
  try {
    return await readHere(client, header, index, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
};

export const sampleQuery = (header: ViewerHeader, index: number, agreeBytes?: number) =>
  queryOptions({
    queryKey: ["viewer", header.handle, "sample", index, agreeBytes ?? null],
    queryFn: async ({ client, signal, meta: given }): Promise<ViewerSample> => {
      const here = await tryHere(client, header, index, signal);
      if (here) return here;
      const { handle } = header;
      const input = { params: { handle, index: `${index}` }, query: { agree_bytes: agreeBytes } };
      const sample = await viewerCalls.readSample(input, { signal, meta: given });
      countApiReads(handle, sample.io);
      return sample;
    },
    ...FOR_GOOD,
    // Evict visited samples soon: a sample may contain a long text.
    gcTime: 60_000,
    meta,
  });

export const orderQuery = (handle: string, query: Query<"orderSamples">) =>
  queryOptions({
    queryKey: ["viewer", handle, "order", query],
    queryFn: (context) => viewerCalls.orderSamples({ params: { handle }, query }, context),
    ...FOR_GOOD,
    meta,
  });

export const verificationsQuery = (handle: string) =>
  queryOptions({
    queryKey: ["viewer", handle, "verifications"],
    queryFn: (context) => viewerCalls.listVerifications({ params: { handle } }, context),
    meta,
  });

export const isUnderWay = (status: string): boolean => status === "Waiting" || status === "Running";

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: ["viewer", "verification", id],
    queryFn: (context) => viewerCalls.getVerification({ params: { id } }, context),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data.status) ? false : RUN_POLL_MS),
    meta,
  });

export const comparisonQuery = (left: string, right: string) =>
  queryOptions({
    queryKey: ["viewer", "comparison", left, right],
    queryFn: ({ signal }) => viewerCalls.compareShards({ body: { left, right } }, { signal }),
    ...FOR_GOOD,
    meta,
  });

interface VerifyInput {
  shards: number[] | undefined;
  decodesSamples: boolean;
  requestKey: string;
}

export const useVerify = (handle: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ shards, decodesSamples, requestKey }: VerifyInput) =>
      viewerCalls.verifyShards({
        params: { handle },
        body: { ...(shards && { shards }), decodes_samples: decodesSamples, request_key: requestKey },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: verificationsQuery(handle).queryKey }),
  });
};

export const useCancelVerification = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => viewerCalls.cancelVerification({ params: { id } }),
    onSettled: (_run, _error, id) => cache.invalidateQueries({ queryKey: verificationQuery(id).queryKey }),
  });
};

export const useFindSample = (handle: string) =>
  useMutation({
    mutationFn: async (what: string) => {
      const found = await viewerCalls.findSample({ params: { handle }, query: { what } });
      countApiReads(handle, found.io);
      return found;
    },
  });
