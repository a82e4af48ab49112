import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import type { Walk } from "../navigation/use-walk.ts";
import type { Agreement } from "../sample/use-agreement.ts";
import { useOrder } from "../stream/use-order.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { sampleQuery } from "../viewer.queries.ts";

interface Shown {
  header: ViewerHeader;
  urlState: ViewerUrlState;
  shardOf: Walk["shardOf"];
  agreement: Agreement;
}

/** The displayed sample: the one in the URL, or the current one of the stream. */
export const useShownSample = ({ header, urlState, shardOf, agreement }: Shown) => {
  const isStream = urlState.mode === "stream";
  // Single samples do not need the training order, so do not request it.
  const stream = useOrder(header.handle, header.samples, isStream ? urlState : { ...urlState, order: "storage" });
  const index = isStream ? stream.index : urlState.i;
  const agreeBytes = index === undefined ? undefined : agreement.bytesFor(shardOf(index));
  const sample = useQuery({ ...sampleQuery(header, index ?? 0, agreeBytes), enabled: index !== undefined });
  return {
    // Without an index the query names sample 0, which may be cached.
    sample: index === undefined ? undefined : sample.data,
    agreeBytes,
    // Streaming shows all columns, so the previously selected one does not apply.
    column: isStream ? undefined : urlState.column,
    isBeyond: isStream && stream.isBeyond,
    needsFile: isStream && stream.needsFile,
    error: (isStream ? stream.error : null) ?? sample.error,
  };
};
