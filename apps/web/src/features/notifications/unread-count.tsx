import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../lib/live/live.ts";
import { summaryQuery, useChangeSettings, useRefreshNotifications } from "./notifications.queries.ts";

const TOPICS = ["notifications"];

/** Keeps the count of the bell current, and tells the server in which language to write mails. Renders nothing. */
export const UnreadCount = ({ onCount }: { onCount: (unread: number) => void }) => {
  const { data } = useQuery(summaryQuery);
  const refresh = useRefreshNotifications();
  useLive(TOPICS, refresh);
  const tell = useEffectEvent(onCount);
  const unread = data?.unread ?? 0;
  useEffect(() => tell(unread), [unread]);
  useMailLanguage();
  return null;
};

const useMailLanguage = (): void => {
  const { i18n } = useTranslation();
  const { data } = useQuery(summaryQuery);
  const { mutate } = useChangeSettings();
  const language = i18n.language === "zh" ? "zh" : "en";
  const isKnown = data === undefined || data.language === language;
  const isMailed = data?.is_mailed ?? true;
  const save = useEffectEvent(() => mutate({ is_mailed: isMailed, language }));
  useEffect(() => {
    if (!isKnown) save();
  }, [isKnown]);
};
