import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { isNarrowed, type PackageFilters } from "./package-filters.ts";

interface NoPackagesProps {
  filters: PackageFilters;
  onCreate: () => void;
}

/** Says what a package is, and offers the first one. */
export const NoPackages = ({ filters, onCreate }: NoPackagesProps) => {
  const { t } = useTranslation();
  if (isNarrowed(filters) || filters.values.page > 1) {
    return (
      <EmptyState
        picture="lens"
        title={t("packages.empty.found")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("packages.empty.foundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("packages.empty.title")}
      action={
        <Button type="primary" onClick={onCreate}>
          {t("packages.new")}
        </Button>
      }
    >
      {t("packages.empty.hint")}
    </EmptyState>
  );
};
