import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../lib/paths.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import styles from "./plain-screen.module.css";
import { useScreen } from "./use-screen.ts";

/** Placeholder for screens whose feature is not built yet. */
export const Component = () => {
  const { t } = useTranslation();
  const screen = useScreen();
  if (!screen) return null;
  const home = (
    <Link className={styles.secondary} to={PATHS.home}>
      {t("frame.notBuilt.home")}
    </Link>
  );
  return (
    <Page title={t(`screens.${screen.title}.title`)} about={t(`screens.${screen.title}.purpose`)}>
      <EmptyState title={t("frame.notBuilt.badge")} action={home}>
        {t("frame.notBuilt.hint")}
      </EmptyState>
    </Page>
  );
};
