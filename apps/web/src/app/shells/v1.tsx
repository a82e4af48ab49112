import { MenuFoldOutlined, MenuUnfoldOutlined, RollbackOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { readMenuCollapsed, writeMenuCollapsed } from "../../lib/storage.ts";
import { useMenuScreens } from "../frame/use-menu-screens.ts";
import { SHELL_ACCESS } from "../use-open-screens.ts";
import { ShellGuard } from "./shell-guard.tsx";
import styles from "./side-menu.module.css";
import { SideLinks, SideMenu } from "./side-menu.tsx";
import { SideShell } from "./side-shell.tsx";
import { Wordmark } from "./wordmark.tsx";

interface FootProps {
  isCollapsed: boolean;
  onToggle: () => void;
}

const Foot = ({ isCollapsed, onToggle }: FootProps) => {
  const { t } = useTranslation();
  const back = t("frame.menu.backToOldVersion");
  const toggle = isCollapsed ? t("frame.menu.expand") : t("frame.menu.collapse");
  return (
    <>
      <Link to={PATHS.start} className={styles.link} aria-label={back} title={isCollapsed ? back : undefined}>
        <RollbackOutlined className={styles.icon} aria-hidden="true" />
        {!isCollapsed && <span className={styles.name}>{back}</span>}
      </Link>
      <button type="button" className={styles.link} aria-label={toggle} title={toggle} onClick={onToggle}>
        {isCollapsed ? <MenuUnfoldOutlined className={styles.icon} /> : <MenuFoldOutlined className={styles.icon} />}
      </button>
    </>
  );
};

const VersionOneMenu = () => {
  const { t } = useTranslation();
  const [isCollapsed, setIsCollapsed] = useState(readMenuCollapsed);
  const administration = useMenuScreens("v1", "admin-group");
  const side = useMenuScreens("v1", "side");
  const toggle = (): void => {
    writeMenuCollapsed(!isCollapsed);
    setIsCollapsed(!isCollapsed);
  };
  return (
    <SideMenu
      label={t("frame.menu.side")}
      isCollapsed={isCollapsed}
      head={<Wordmark isShort={isCollapsed} />}
      foot={<Foot isCollapsed={isCollapsed} onToggle={toggle} />}
    >
      <SideLinks screens={side} isCollapsed={isCollapsed} />
      {administration.length > 0 && (
        <section aria-label={t("frame.menu.admin")}>
          <h2 className={styles.group}>{!isCollapsed && t("frame.menu.admin")}</h2>
          <SideLinks screens={administration} isCollapsed={isCollapsed} />
        </section>
      )}
    </SideMenu>
  );
};

export const Component = () => (
  <ShellGuard access={SHELL_ACCESS.v1}>
    <SideShell menu={<VersionOneMenu />} />
  </ShellGuard>
);
