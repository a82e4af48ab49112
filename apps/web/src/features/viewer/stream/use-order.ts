import { useQuery } from "@tanstack/react-query";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { orderQuery } from "../viewer.queries.ts";

/** The page size of the order; the next page is fetched when it is used up. */
const PAGE = 1_000;

export interface StreamOrder {
  /** The sample at the position; undefined while loading, and while a file is to be opened. */
  readonly index: number | undefined;
  readonly next: number | undefined;
  /** The order of a file was chosen, and no file is open yet: there is nothing to play. */
  readonly needsFile: boolean;
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

const NOTHING = {
  index: undefined,
  next: undefined,
  needsFile: true,
  isBeyond: false,
  total: undefined,
  method: undefined,
  file: null,
  error: null,
} as const;

/** The sample order: as stored, as a training rank would read them, or as a file lists them. */
export const useOrder = (handle: string, samples: number, urlState: ViewerUrlState): StreamOrder => {
  const isStreaming = urlState.mode === "stream";
  const needsFile = isStreaming && urlState.order === "file" && urlState.orderFile === undefined;
  const isOrdered = urlState.order !== "storage" && isStreaming && !needsFile;
  const { at } = urlState;
  const offset = at - (at % PAGE);
  const page = useOrderPage(handle, urlState, offset, isOrdered);
  const retry = (): void => void page.refetch();
  if (needsFile) return { ...NOTHING, retry };
  if (!isOrdered)
    return {
      needsFile,
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
    needsFile,
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
