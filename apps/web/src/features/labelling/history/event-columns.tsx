import type { LabelEvent, LabelEventKind } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";

const TONES: Record<LabelEventKind, StatusTone> = {
  claimed: "neutral",
  submitted: "success",
  edited: "success",
  skipped: "warning",
  released: "neutral",
  lost: "warning",
  undone: "warning",
  restored: "info",
  accepted: "success",
  fixed: "info",
  rejected: "warning",
  escalated: "warning",
  adjudicated: "success",
};

export const EventTag = ({ event }: { event: LabelEventKind }) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[event]}>{t(`labelling.history.events.${event}`)}</StatusTag>;
};

export const useEventColumns = (): Column<LabelEvent>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const detail = ({ skip_reason, skip_note, revision }: LabelEvent): string =>
      [
        revision === null ? "" : t("labelling.history.revision", { revision }),
        skip_reason === null ? "" : t(`labelling.skip.reasons.${skip_reason}`),
        skip_note,
      ]
        .filter(Boolean)
        .join(" · ");
    return [
      { key: "at", title: t("labelling.history.time"), widthPx: 130, render: ({ at }) => <Time at={at} /> },
      {
        key: "item",
        title: t("labelling.history.item"),
        widthPx: 80,
        isNumeric: true,
        isFixed: true,
        render: ({ item }) => formatCount(item, language),
      },
      {
        key: "event",
        title: t("labelling.history.event"),
        widthPx: 130,
        render: ({ event }) => <EventTag event={event} />,
      },
      { key: "person", title: t("labelling.history.person"), widthPx: 140, render: ({ person }) => person },
      {
        key: "by",
        title: t("labelling.history.by"),
        widthPx: 140,
        render: ({ by, person }) => (by === person ? "" : by),
      },
      {
        key: "seconds",
        title: t("labelling.history.spent"),
        widthPx: 100,
        isNumeric: true,
        render: ({ seconds }) => (seconds === null ? "" : formatDuration(seconds * 1_000)),
      },
      { key: "detail", title: t("labelling.history.detail"), widthPx: 240, render: detail },
    ];
  }, [t, language]);
};
