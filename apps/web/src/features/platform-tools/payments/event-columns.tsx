import { type PaymentEvent, providerName } from "@dailies/contract";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";

export const eventKey = ({ provider, event_id: id }: PaymentEvent): string => `${provider} ${id}`;

const TONES: Record<PaymentEvent["status"], StatusTone> = {
  received: "info",
  applied: "success",
  ignored: "neutral",
  failed: "error",
};

export const useEventColumns = (onReplay: (event: PaymentEvent) => void): readonly Column<PaymentEvent>[] => {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button's handler never changes.
  return useMemo(
    () => [
      {
        key: "received",
        title: t("tools.events.received"),
        widthPx: 108,
        render: ({ received_at: at }) => <Time at={at} />,
      },
      {
        key: "type",
        title: t("tools.events.type"),
        widthPx: 170,
        isFixed: true,
        render: ({ type }) => <span title={type}>{type}</span>,
      },
      {
        key: "status",
        title: t("tools.events.status"),
        widthPx: 104,
        render: ({ status }) => <StatusTag tone={TONES[status]}>{t(`tools.events.statuses.${status}`)}</StatusTag>,
      },
      {
        key: "error",
        title: t("tools.events.error"),
        widthPx: 140,
        render: ({ error }) => <span title={error ?? undefined}>{error ?? "–"}</span>,
      },
      { key: "id", title: t("tools.events.id"), widthPx: 100, render: ({ event_id: id }) => <Mono value={id} /> },
      {
        key: "provider",
        title: t("tools.events.provider"),
        widthPx: 90,
        isExtra: true,
        render: ({ provider }) => providerName(provider),
      },
      {
        key: "attempts",
        title: t("tools.events.attempts"),
        widthPx: 56,
        isNumeric: true,
        render: ({ attempts }) => attempts,
      },
      {
        key: "occurred",
        title: t("tools.events.occurred"),
        widthPx: 120,
        isExtra: true,
        render: ({ occurred_at: at }) => <Time at={at} />,
      },
      {
        key: "act",
        title: t("tools.action"),
        widthPx: 90,
        isPinned: true,
        isFixed: true,
        render: (event) => (
          <Button
            size="small"
            aria-label={t("tools.events.openNamed", { id: event.event_id })}
            onClick={(click) => {
              click.stopPropagation();
              onReplay(event);
            }}
          >
            {t("tools.events.open")}
          </Button>
        ),
      },
    ],
    [t],
  );
};
