import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import type { HistoryFilters } from "./use-history-address.ts";

export const NoEntries = ({ filters }: { filters: HistoryFilters }) => {
  const { t } = useTranslation();
  if (filters.changed.every((key) => key === "page_size"))
    return <EmptyState title={t("history.none")}>{t("history.noneHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("history.noneFound")}
      action={<Button onClick={filters.clear}>{t("history.clear")}</Button>}
    >
      {t("history.noneFoundHint")}
    </EmptyState>
  );
};
