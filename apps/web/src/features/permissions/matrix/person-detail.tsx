import type { MatrixRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { HistoryList } from "../history-list.tsx";

interface PersonDetailProps {
  /** Absent if the user is not on this page of the matrix. */
  row: MatrixRow | undefined;
  id: string | undefined;
  onClose: () => void;
}

/** The audit log of this user's permissions, newest first. */
export const PersonDetail = ({ row, id, onClose }: PersonDetailProps) => {
  const { t } = useTranslation();
  return (
    <Detail
      isOpen={id !== undefined}
      title={row ? t("permissions.history.ofNamed", { name: row.realname }) : t("permissions.history.ofPerson")}
      onClose={onClose}
    >
      {id === undefined ? null : <HistoryList of={{ user_id: id }} />}
    </Detail>
  );
};
