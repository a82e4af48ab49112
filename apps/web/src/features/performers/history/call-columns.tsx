import type { PerformerTaskItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CallStatus } from "../../../shared/call-status/call-status.tsx";
import { formatMicros } from "../../../shared/money.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { latencyMs, seedOf } from "../calls/call.rules.ts";

export const callKey = ({ id }: PerformerTaskItem): string => id;

const Latency = ({ call }: { call: PerformerTaskItem }) => {
  const ms = latencyMs(call);
  return ms === undefined ? "–" : formatDuration(ms);
};

const Seed = ({ call }: { call: PerformerTaskItem }) => {
  const seed = seedOf(call);
  return seed === undefined ? "–" : <Mono value={String(seed)} />;
};

export const useCallColumns = (): readonly Column<PerformerTaskItem>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => [
      {
        key: "title",
        title: t("performers.prompt"),
        widthPx: 260,
        isFixed: true,
        render: ({ title }) => <span title={title}>{title}</span>,
      },
      {
        key: "status",
        title: t("performers.status"),
        widthPx: 140,
        render: ({ status, progress, queue_position }) => (
          <CallStatus status={status} progress={progress} queuePosition={queue_position} />
        ),
      },
      { key: "performer", title: t("performers.performer"), widthPx: 150, render: (call) => call.performer_name },
      { key: "seed", title: t("performers.seed"), widthPx: 110, render: (call) => <Seed call={call} /> },
      {
        key: "latency",
        title: t("performers.latency"),
        widthPx: 90,
        isNumeric: true,
        render: (call) => <Latency call={call} />,
      },
      {
        key: "cost",
        title: t("performers.cost"),
        widthPx: 90,
        isNumeric: true,
        isSortable: true,
        render: ({ cost }) => (cost ? formatMicros(cost.amount_micros, cost.currency, i18n.language) : "–"),
      },
      {
        key: "source",
        title: t("performers.source"),
        widthPx: 110,
        render: ({ source }) => t(`performers.sources.${source}`),
      },
      { key: "by", title: t("performers.requestedBy"), widthPx: 110, render: (call) => call.requested_by },
      {
        key: "queued_at",
        title: t("performers.queuedAtTime"),
        widthPx: 130,
        isSortable: true,
        render: ({ queued_at }) => <Time at={queued_at} />,
      },
      {
        key: "finished_at",
        title: t("performers.finishedAt"),
        widthPx: 130,
        isSortable: true,
        isExtra: true,
        render: ({ finished_at }) => (finished_at === null ? "–" : <Time at={finished_at} />),
      },
      {
        key: "error",
        title: t("performers.error"),
        widthPx: 140,
        isExtra: true,
        render: ({ error }) => (error ? <span title={error.message}>{error.code}</span> : "–"),
      },
    ],
    [t, i18n.language],
  );
};
