import type { ConfigItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { WaitingTag } from "../../shared/approvals/waiting-tag.tsx";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";

const TONES: Record<ConfigItem["status"], StatusTone> = { draft: "warning", published: "success", archived: "neutral" };

export const ConfigStatus = ({ item }: { item: ConfigItem }) => {
  const { t } = useTranslation();
  if (item.waiting !== null) return <WaitingTag waiting={item.waiting} />;
  const isNew = item.status === "draft" && item.published_version === null;
  return <StatusTag tone={TONES[item.status]}>{t(`settings.statuses.${isNew ? "new" : item.status}`)}</StatusTag>;
};
