import { DownOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { useMenuScreens } from "../frame/use-menu-screens.ts";
import type { Screen } from "../screen-list.ts";
import { useScreen } from "../use-screen.ts";
import { BellButton } from "./bell-button.tsx";
import { Content, SkipLink } from "./content.tsx";
import { AreaLinks, PaletteButton } from "./header-links.tsx";
import styles from "./shells.module.css";
import { UserMenu } from "./user-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

const TopLink = ({ screen }: { screen: Screen }) => {
  const { t } = useTranslation();
  // A label task belongs to "Label" although its URL is not below the list's.
  const isCurrent = useScreen()?.feature === screen.feature;
  return (
    <Link to={screen.path} className={styles.topLink} aria-current={isCurrent ? "page" : undefined}>
      <span className={styles.topName}>{t(`screens.${screen.title}.menu`)}</span>
    </Link>
  );
};

const MoreMenu = () => {
  const { t } = useTranslation();
  const current = useScreen();
  const more = useMenuScreens("root", "more");
  const items = more.map((screen) => ({
    key: screen.path,
    label: <Link to={screen.path}>{t(`screens.${screen.title}.menu`)}</Link>,
  }));
  return (
    <Dropdown autoFocus menu={{ items, selectedKeys: current ? [current.path] : [] }} trigger={["click"]}>
      <button type="button" className={styles.topLink} data-current={current?.menu === "more" || undefined}>
        {t("frame.menu.more")}
        <DownOutlined className={styles.caret} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};

const InternalMenu = () => {
  const top = useMenuScreens("root", "top");
  return (
    <>
      {top.map((screen) => (
        <TopLink key={screen.path} screen={screen} />
      ))}
      <MoreMenu />
    </>
  );
};

const ExternalMenu = () => {
  const { t } = useTranslation();
  const isHome = useScreen()?.path === PATHS.home;
  return (
    <Link to={PATHS.home} className={styles.topLink} aria-current={isHome ? "page" : undefined}>
      {t("frame.menu.home")}
    </Link>
  );
};

export const Component = () => {
  const { t } = useTranslation();
  const isExternal = useCurrentUser().is_external;
  return (
    <div className={styles.rootShell}>
      <SkipLink />
      <header className={styles.header}>
        <Wordmark />
        <nav className={styles.topMenu} aria-label={t("frame.menu.main")}>
          {isExternal ? <ExternalMenu /> : <InternalMenu />}
        </nav>
        <div className={styles.headerEnd}>
          <PaletteButton />
          <AreaLinks />
          <BellButton />
          <UserMenu />
        </div>
      </header>
      <Content />
    </div>
  );
};
