import type { Notification } from "@dailies/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Detail } from "../../ui/detail.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { NotificationLine } from "./notification-line.tsx";
import styles from "./notifications.module.css";
import { listQuery, summaryQuery, useChangeSettings, useMarkRead } from "./notifications.queries.ts";

/** The drawer behind the bell. */
export const NotificationList = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const found = useInfiniteQuery(listQuery);
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Detail
      isOpen
      widthPx={400}
      title={t("notifications.title")}
      onClose={onClose}
      isLoading={found.isLoading}
      error={found.data ? undefined : found.error}
      onRetry={() => void found.refetch()}
      footer={<MailSwitch />}
    >
      {items.length === 0 ? (
        <EmptyState title={t("notifications.nothing")}>{t("notifications.nothingHint")}</EmptyState>
      ) : (
        <>
          <MarkAllRead items={items} />
          <ul className={styles.list}>
            {items.map((item) => (
              <NotificationLine key={item.id} notification={item} onOpen={onClose} />
            ))}
          </ul>
        </>
      )}
      {found.hasNextPage ? (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t("notifications.older")}
        </Button>
      ) : null}
    </Detail>
  );
};

/** Up to the newest one that is shown: whatever arrives meanwhile stays unread. */
const MarkAllRead = ({ items }: { items: readonly Notification[] }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMarkRead();
  const newest = items[0];
  const unread = useQuery(summaryQuery).data?.unread ?? items.filter(({ is_read }) => !is_read).length;
  return (
    <div className={styles.actions}>
      <span className={styles.count}>{t("notifications.unread", { count: unread })}</span>
      <Button
        size="small"
        disabled={unread === 0 || isPending || newest === undefined}
        onClick={() => newest && mutate(newest.id)}
      >
        {t("notifications.markAllRead")}
      </Button>
    </div>
  );
};

const MailSwitch = () => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { data } = useQuery(summaryQuery);
  const { mutate, isPending } = useChangeSettings();
  const language = i18n.language === "zh" ? "zh" : "en";
  return (
    <div className={styles.mail}>
      <Switch
        id={id}
        size="small"
        checked={data?.is_mailed ?? true}
        disabled={data === undefined || isPending}
        onChange={(isMailed) => mutate({ is_mailed: isMailed, language })}
      />
      <label htmlFor={id}>{t("notifications.mail")}</label>
    </div>
  );
};
