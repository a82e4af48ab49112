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

/** The sample on the screen: the one of the address, or the one that the stream has come to. */
export const useShownSample = ({ header, urlState, shardOf, agreement }: Shown) => {
  const isStream = urlState.mode === "stream";
  // Single samples need no order of a training to be asked for.
  const stream = useOrder(header.handle, header.samples, isStream ? urlState : { ...urlState, order: "storage" });
  const index = isStream ? stream.index : urlState.i;
  const agreeBytes = index === undefined ? undefined : agreement.bytesFor(shardOf(index));
  const sample = useQuery({ ...sampleQuery(header, index ?? 0, agreeBytes), enabled: index !== undefined });
  return {
    sample: sample.data,
    agreeBytes,
    // A stream shows all columns; the one that was chosen before is not what is on the screen.
    column: isStream ? undefined : urlState.column,
    isBeyond: isStream && stream.isBeyond,
    error: (isStream ? stream.error : null) ?? sample.error,
  };
};
