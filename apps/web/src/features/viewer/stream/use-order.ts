import { useQuery } from "@tanstack/react-query";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { orderQuery } from "../viewer.queries.ts";

/** The page size of the order; the next page is fetched when it is used up. */
const PAGE = 1_000;

export interface StreamOrder {
  /** The sample at the position; undefined while loading. */
  readonly index: number | undefined;
  readonly next: number | undefined;
  /** The position is past the end. */
  readonly isBeyond: boolean;
  readonly total: number | undefined;
  /** How the order was computed, as described by the server. */
  readonly method: string | undefined;
  /** What is known about the order file. */
  readonly file: { readonly bytes: number; readonly distinct_samples: number | null } | null;
  readonly error: unknown;
  readonly retry: () => void;
}

const useOrderPage = (handle: string, urlState: ViewerUrlState, offset: number, isOn: boolean) => {
  const { order, orderFile, seed, epoch, rank, ranks } = urlState;
  const file = order === "file" ? orderFile : undefined;
  return useQuery({ ...orderQuery(handle, { file, seed, epoch, rank, ranks, offset, limit: PAGE }), enabled: isOn });
};

/** The sample order: as stored, as a training rank would read them, or as a file lists them. */
export const useOrder = (handle: string, samples: number, urlState: ViewerUrlState): StreamOrder => {
  const isStreaming = urlState.mode === "stream";
  const lacksFile = urlState.order === "file" && urlState.orderFile === undefined;
  const isOrdered = urlState.order !== "storage" && isStreaming && !lacksFile;
  const { at } = urlState;
  const offset = at - (at % PAGE);
  const page = useOrderPage(handle, urlState, offset, isOrdered);
  const retry = (): void => void page.refetch();
  if (!isOrdered)
    return {
      index: at < samples ? at : undefined,
      next: at + 1 < samples ? at + 1 : undefined,
      isBeyond: at >= samples,
      total: samples,
      method: undefined,
      file: null,
      error: null,
      retry,
    };
  return {
    index: page.data?.indices[at - offset],
    next: page.data?.indices[at - offset + 1],
    isBeyond: page.data !== undefined && at >= page.data.total,
    total: page.data?.total,
    method: page.data?.method,
    file: page.data?.file ?? null,
    error: page.error,
    retry,
  };
};
