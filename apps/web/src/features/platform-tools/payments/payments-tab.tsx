import { PAYMENT_EVENT_STATUSES, type PaymentEvent } from "@dailies/contract";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Alert, App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import { useOperatorAct, useOperatorCheck } from "../../../shared/operator-check.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ChoiceBar } from "../choice-bar.tsx";
import styles from "../tools.module.css";
import { type EventStatus, eventsQuery, useRenewTools } from "../tools.queries.ts";
import type { ToolsAddress } from "../use-tools-address.ts";
import { eventKey, useEventColumns } from "./event-columns.tsx";

/** Webhook events of payment providers; failed ones can be processed again. */
export const PaymentsTab = ({ address }: { address: ToolsAddress }) => {
  const { t } = useTranslation();
  const { status } = address.values;
  const list = useInfiniteQuery(eventsQuery(status));
  const [chosen, setChosen] = useState<PaymentEvent>();
  const choose = useOperatorAct<PaymentEvent>(setChosen);
  const columns = useEventColumns(choose);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isConfigured = list.data?.pages[0]?.is_stripe_configured ?? true;
  const choices: { value: EventStatus | undefined; label: string }[] = [
    { value: undefined, label: t("tools.events.all") },
    ...PAYMENT_EVENT_STATUSES.map((value) => ({ value, label: t(`tools.events.statuses.${value}`) })),
  ];
  return (
    <>
      {isConfigured ? null : (
        <Alert type="info" showIcon title={t("tools.events.off")} description={t("tools.events.offHint")} />
      )}
      <div className={styles.bar}>
        <ChoiceBar
          name={t("tools.events.status")}
          choices={choices}
          chosen={status}
          onChoose={(value) => address.set({ status: value })}
        />
        {list.hasNextPage ? (
          <Button
            className={styles.end}
            size="small"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t("tools.events.older")}
          </Button>
        ) : null}
      </div>
      <DataTable
        name={t("tools.events.list")}
        columns={columns}
        rows={rows}
        rowKey={eventKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={choose}
        storageName="tools-events"
        empty={
          <EmptyState
            picture={status === undefined ? "frames" : "lens"}
            title={t(status === undefined ? "tools.events.none" : "tools.events.noneFound")}
          >
            {t("tools.events.noneHint")}
          </EmptyState>
        }
      />
      <ReplayDialog event={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
};

/** Kept during the close animation, so that the text does not disappear before the dialog. */
const useLast = <Value,>(value: Value | undefined): Value | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

const ReplayDialog = ({ event, onClose }: { event: PaymentEvent | undefined; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const check = useOperatorCheck();
  const renew = useRenewTools();
  const shown = useLast(event);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ provider, event_id }: PaymentEvent) => {
      await check();
      return platformToolsCalls.replayPaymentEvent({ body: { provider, event_id } });
    },
    onSuccess: ({ status, error, event_id: id }) => {
      if (status === "failed") void message.warning(t("tools.events.failedAgain", { id, error: error ?? "" }));
      else void message.success(t(`tools.events.replayed.${status}`, { id }));
    },
    onSettled: renew,
  });
  if (!shown) return null;
  return (
    <Confirm
      isOpen={event !== undefined}
      title={t("tools.events.title", { id: shown.event_id })}
      effect={t("tools.events.effect", { type: shown.type })}
      action={t("tools.events.replay")}
      onConfirm={() => mutateAsync(shown)}
      onClose={onClose}
    />
  );
};
