import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import { Page } from "../../ui/page.tsx";
import styles from "./home.module.css";

interface HomeLayoutProps {
  about: string;
  main: ReactNode;
  beside: ReactNode;
}

export const HomeLayout = ({ about, main, beside }: HomeLayoutProps) => {
  const { t } = useTranslation();
  const { realname, username } = useCurrentUser();
  return (
    <Page title={t("home.greeting", { name: realname || username })} about={about}>
      <div className={styles.columns}>
        <div className={styles.column}>{main}</div>
        <div className={styles.column}>{beside}</div>
      </div>
    </Page>
  );
};
