import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import type { DatasetFilters } from "./dataset-filters.ts";
import { DemoSets } from "./demo-sets.tsx";

interface NoDatasetsProps {
  /** There are no datasets at all, not only no matches. */
  isEmpty: boolean;
  filters: DatasetFilters;
  onRegister: (uri?: string) => void;
}

export const NoDatasets = ({ isEmpty, filters, onRegister }: NoDatasetsProps) => {
  const { t } = useTranslation();
  if (!isEmpty) {
    return (
      <EmptyState
        picture="lens"
        title={t("datasets.empty.found")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("datasets.empty.foundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("datasets.empty.title")}
      action={
        <>
          <Button type="primary" onClick={() => onRegister()}>
            {t("datasets.register.open")}
          </Button>
          <DemoSets onChoose={onRegister} />
        </>
      }
    >
      {t("datasets.empty.hint")}
    </EmptyState>
  );
};
