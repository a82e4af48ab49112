import { RollbackOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useMenuScreens } from "../frame/use-menu-screens.ts";
import { SHELL_ACCESS } from "../use-open-screens.ts";
import { ShellGuard } from "./shell-guard.tsx";
import styles from "./side-menu.module.css";
import { SideLinks, SideMenu } from "./side-menu.tsx";
import { SideShell } from "./side-shell.tsx";
import { Wordmark } from "./wordmark.tsx";

const PlatformMenu = () => {
  const { t } = useTranslation();
  const foot = (
    <Link to={PATHS.start} className={styles.link}>
      <RollbackOutlined className={styles.icon} aria-hidden="true" />
      <span className={styles.name}>{t("frame.menu.backToConsole")}</span>
    </Link>
  );
  return (
    <SideMenu label={t("frame.menu.side")} head={<Wordmark />} foot={foot}>
      <SideLinks screens={useMenuScreens("platform", "side")} isCollapsed={false} />
    </SideMenu>
  );
};

export const Component = () => (
  <ShellGuard access={SHELL_ACCESS.platform}>
    <SideShell menu={<PlatformMenu />} />
  </ShellGuard>
);
