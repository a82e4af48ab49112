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
  readonly error: unknown;
  readonly retry: () => void;
}

const useTrainingPage = (handle: string, urlState: ViewerUrlState, offset: number, isOn: boolean) => {
  const { seed, epoch, rank, ranks } = urlState;
  return useQuery({ ...orderQuery(handle, { seed, epoch, rank, ranks, offset, limit: PAGE }), enabled: isOn });
};

/** The sample order: as stored, or as a training rank would read them. */
export const useOrder = (handle: string, samples: number, urlState: ViewerUrlState): StreamOrder => {
  const isTraining = urlState.order === "training" && urlState.mode === "stream";
  const { at } = urlState;
  const offset = at - (at % PAGE);
  const page = useTrainingPage(handle, urlState, offset, isTraining);
  const retry = (): void => void page.refetch();
  if (!isTraining)
    return {
      index: at < samples ? at : undefined,
      next: at + 1 < samples ? at + 1 : undefined,
      isBeyond: at >= samples,
      total: samples,
      method: undefined,
      error: null,
      retry,
    };
  return {
    index: page.data?.indices[at - offset],
    next: page.data?.indices[at - offset + 1],
    isBeyond: page.data !== undefined && at >= page.data.total,
    total: page.data?.total,
    method: page.data?.method,
    error: page.error,
    retry,
  };
};
