import type { ViewerHeader } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { HexPane } from "../hex/hex-pane.tsx";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { sampleQuery } from "../viewer.queries.ts";
import { BrokenSample } from "./broken-sample.tsx";
import { FetchQuestion, isTooLarge } from "./fetch-question.tsx";
import styles from "./sample.module.css";
import { SampleBody } from "./sample-body.tsx";
import type { Agreement } from "./use-agreement.ts";

interface SamplePanelProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
  shard: number | undefined;
  agreement: Agreement;
  onGo: (index: number) => void;
}

/** The sample in the URL, its bytes, or why they cannot be read. */
export const SamplePanel = ({ header, urlState, shard, agreement, onGo }: SamplePanelProps) => {
  const { handle, samples, compression } = header;
  const { i: index, column, hex } = urlState.values;
  const agreeBytes = agreement.bytesFor(shard);
  const client = useQueryClient();
  const found = useQuery(sampleQuery(header, index, agreeBytes));
  // In a compressed dataset the next sample may require fetching another whole shard, so do not prefetch.
  const readsAhead = found.data !== undefined && compression === null && index + 1 < samples;
  useEffect(() => {
    if (readsAhead) void client.prefetchQuery(sampleQuery(header, index + 1, agreeBytes));
  }, [client, header, index, agreeBytes, readsAhead]);

  if (isTooLarge(found.error) && shard !== undefined)
    return <FetchQuestion handle={handle} shard={shard} onAgree={(bytes) => agreement.agree(shard, bytes)} />;
  if (found.error)
    return (
      <BrokenSample
        handle={handle}
        index={index}
        shard={shard}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
        onGo={onGo}
        onVerify={() => urlState.set({ panel: "verify" })}
      />
    );
  if (!found.data) return <SampleSkeleton />;
  const choose = (name: string): void =>
    urlState.set({ column: name === column ? undefined : name, hex: "shown" }, { replace: true });
  return (
    <>
      <SampleBody handle={handle} sample={found.data} agreeBytes={agreeBytes} chosen={column} onChoose={choose} />
      {hex === "shown" ? <HexPane handle={handle} sample={found.data} chosen={column} onChoose={choose} /> : null}
    </>
  );
};

/** Same size as the content, to avoid layout shift. */
export const SampleSkeleton = () => (
  <div className={styles.body} data-media="">
    <div className={styles.media}>
      <div className={styles.screen} />
    </div>
    <div className={styles.facts}>
      <Skeleton rows={10} />
    </div>
  </div>
);
