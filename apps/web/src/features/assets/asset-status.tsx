import type { AssetItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";

const TONES: Record<AssetItem["status"], StatusTone> = {
  Uploading: "neutral",
  Quarantined: "info",
  Ready: "success",
  Rejected: "error",
  Deleted: "neutral",
};

export const AssetStatus = ({ status }: { status: AssetItem["status"] }) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(`assets.status.${status}`)}</StatusTag>;
};
