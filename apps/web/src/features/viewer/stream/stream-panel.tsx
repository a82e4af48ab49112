import { CaretRightOutlined, LeftOutlined, PauseOutlined, RightOutlined } from "@ant-design/icons";
import type { ViewerHeader } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../../lib/use-key.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Walk } from "../navigation/use-walk.ts";
import { FetchQuestion, isTooLarge } from "../sample/fetch-question.tsx";
import { SampleBody, shownMedia } from "../sample/sample-body.tsx";
import { SampleSkeleton } from "../sample/sample-panel.tsx";
import type { Agreement } from "../sample/use-agreement.ts";
import { useEnd } from "../sample/use-end.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import { sampleQuery } from "../viewer.queries.ts";
import { VIEWER_KEYS } from "../viewer.shortcuts.ts";
import { OrderForm } from "./order-form.tsx";
import styles from "./stream.module.css";
import { type StreamOrder, useOrder } from "./use-order.ts";

interface StreamPanelProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
  shardOf: Walk["shardOf"];
  agreement: Agreement;
  /** The switch between single samples and streaming. */
  modes: ReactNode;
}

/** Plays the samples one after the other: in storage order, in training order, or in that of a file. */
export const StreamPanel = ({ header, urlState, shardOf, agreement, modes }: StreamPanelProps) => {
  const { values, set } = urlState;
  const order = useOrder(header.handle, header.samples, values);
  const [isPlaying, setIsPlaying] = useState(false);
  const { at } = values;
  // The file that is opened next does not play by itself.
  if (order.needsFile && isPlaying) setIsPlaying(false);
  const last = (order.total ?? 0) - 1;
  const goOn = (by: 1 | -1): void => {
    const to = at + by;
    if (to >= 0 && to <= last) set({ at: to }, { replace: true });
    else setIsPlaying(false);
  };
  useKey(VIEWER_KEYS.before.keys, () => goOn(-1));
  useKey(VIEWER_KEYS.next.keys, () => goOn(1));
  useKey(VIEWER_KEYS.play.keys, () => setIsPlaying((before) => !before && !order.needsFile));
  return (
    <>
      <OrderForm urlState={urlState} order={order} samples={header.samples} modes={modes} />
      {order.needsFile ? (
        <NoFile />
      ) : (
        <StreamBar order={order} at={at} isPlaying={isPlaying} onPlay={setIsPlaying} onStep={goOn} />
      )}
      {order.error ? <ErrorPanel error={order.error} onRetry={order.retry} /> : null}
      {order.isBeyond ? <Beyond total={order.total ?? 0} onStart={() => set({ at: 0 }, { replace: true })} /> : null}
      {order.index === undefined ? (
        <Awaited order={order} />
      ) : (
        <StreamedSample
          key={order.index}
          header={header}
          index={order.index}
          next={order.next}
          isPlaying={isPlaying}
          shardOf={shardOf}
          agreement={agreement}
          onInspect={(column) => set({ mode: "inspect", i: order.index, column, hex: "shown" })}
          onEnd={() => goOn(1)}
        />
      )}
    </>
  );
};

/** A failed, finished or missing order has no samples to wait for. */
const Awaited = ({ order }: { order: StreamOrder }) =>
  order.error || order.isBeyond || order.needsFile ? null : <SampleSkeleton />;

const NoFile = () => {
  const { t } = useTranslation();
  return <EmptyState title={t("viewer.stream.noFile")}>{t("viewer.stream.noFileHint")}</EmptyState>;
};

const Beyond = ({ total, onStart }: { total: number; onStart: () => void }) => {
  const { t, i18n } = useTranslation();
  return (
    <EmptyState
      title={t("viewer.stream.beyond")}
      action={<Button onClick={onStart}>{t("viewer.stream.restart")}</Button>}
    >
      {t("viewer.stream.beyondHint", { total: formatCount(total, i18n.language) })}
    </EmptyState>
  );
};

interface StreamBarProps {
  order: StreamOrder;
  at: number;
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
  onStep: (by: 1 | -1) => void;
}

const StreamBar = ({ order, at, isPlaying, onPlay, onStep }: StreamBarProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <div className={styles.bar}>
      <Button
        type="primary"
        icon={isPlaying ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
        onClick={() => onPlay(!isPlaying)}
      >
        {t(isPlaying ? "viewer.stream.pause" : "viewer.stream.play")}
      </Button>
      <IconButton
        name={t("viewer.go.before")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={at === 0}
        onClick={() => onStep(-1)}
      />
      <span className="ds-number" role="status">
        {t("viewer.stream.position", {
          at: count(at + 1),
          total: order.total === undefined ? "…" : count(order.total),
          index: order.index === undefined ? "…" : count(order.index),
        })}
      </span>
      <IconButton
        name={t("viewer.go.next")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={order.next === undefined && at + 1 >= (order.total ?? 0)}
        onClick={() => onStep(1)}
      />
    </div>
  );
};

interface StreamedSampleProps {
  header: ViewerHeader;
  index: number;
  next: number | undefined;
  isPlaying: boolean;
  shardOf: Walk["shardOf"];
  agreement: Agreement;
  onInspect: (column: string) => void;
  onEnd: () => void;
}

const StreamedSample = (props: StreamedSampleProps) => {
  const { header, index, next, isPlaying, shardOf, agreement, onInspect, onEnd } = props;
  const { t, i18n } = useTranslation();
  const { handle } = header;
  const client = useQueryClient();
  const shard = shardOf(index);
  const agreeBytes = agreement.bytesFor(shard);
  const found = useQuery(sampleQuery(header, index, agreeBytes));
  const sample = found.data;
  const hasFilm = sample && shownMedia(sample).some(({ contentType }) => !contentType.startsWith("image/"));
  // The stream pauses until the user has answered the question.
  const isAsked = isTooLarge(found.error) && shard !== undefined;
  const isSettled = sample !== undefined || (found.error !== null && !isAsked);
  const nextAgreed = next === undefined ? undefined : agreement.bytesFor(shardOf(next));
  useEffect(() => {
    if (isSettled && next !== undefined && header.compression === null)
      void client.prefetchQuery(sampleQuery(header, next, nextAgreed));
  }, [client, header, next, nextAgreed, isSettled]);
  useEnd(isPlaying && isSettled && !hasFilm, onEnd);

  if (isAsked)
    return <FetchQuestion handle={handle} shard={shard} onAgree={(bytes) => agreement.agree(shard, bytes)} />;
  if (found.error)
    return (
      <ErrorPanel
        title={t("viewer.sample.failed", { index: formatCount(index, i18n.language) })}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  if (!sample) return <SampleSkeleton />;
  return (
    <SampleBody
      handle={handle}
      sample={sample}
      agreeBytes={agreeBytes}
      chosen={undefined}
      onChoose={onInspect}
      isStreaming={isPlaying}
      onEnd={() => {
        if (isPlaying) onEnd();
      }}
    />
  );
};
