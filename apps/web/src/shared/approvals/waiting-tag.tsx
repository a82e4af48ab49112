import type { WaitingApproval } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";

/** Says that something waits for a second administrator, and who asked. */
export const WaitingTag = ({ waiting }: { waiting: Pick<WaitingApproval, "requested_by"> }) => {
  const { t } = useTranslation();
  return (
    <span title={t("shared.approvals.tagHint", { who: waiting.requested_by })}>
      <StatusTag tone="warning">{t("shared.approvals.tag")}</StatusTag>
    </span>
  );
};
