import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Page } from "../../../ui/page.tsx";

export const DatasetGone = () => {
  const { t } = useTranslation();
  return (
    <Page title={t("screens.dataset.title")} about={t("screens.dataset.purpose")}>
      <EmptyState
        picture="lens"
        title={t("datasets.gone.title")}
        action={<Link to={PATHS.dataset}>{t("datasets.gone.toList")}</Link>}
      >
        {t("datasets.gone.hint")}
      </EmptyState>
    </Page>
  );
};
