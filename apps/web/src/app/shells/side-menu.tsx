import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Screen } from "../screen-list.ts";
import { useScreen } from "../use-screen.ts";
import { menuIcon } from "./menu-icons.tsx";
import styles from "./side-menu.module.css";

interface SideLinksProps {
  screens: readonly Screen[];
  isCollapsed: boolean;
}

export const SideLinks = ({ screens, isCollapsed }: SideLinksProps) => {
  const { t } = useTranslation();
  const current = useScreen();
  const marked = current?.within ?? current?.path;
  return (
    <ul className={styles.list}>
      {screens.map((screen) => {
        const name = t(`screens.${screen.title}.menu`);
        return (
          <li key={screen.path}>
            <Link
              to={screen.path}
              className={styles.link}
              aria-label={name}
              aria-current={screen.path === marked ? "page" : undefined}
              title={isCollapsed ? name : undefined}
            >
              <span className={styles.icon} aria-hidden="true">
                {menuIcon(screen.title)}
              </span>
              {!isCollapsed && <span className={styles.name}>{name}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

interface SideMenuProps {
  label: string;
  isCollapsed?: boolean;
  head: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}

/** 200 px wide, 60 when collapsed. */
export const SideMenu = ({ label, isCollapsed = false, head, foot, children }: SideMenuProps) => (
  <aside className={styles.side} data-collapsed={isCollapsed || undefined}>
    <div className={styles.head}>{head}</div>
    <nav className={styles.nav} aria-label={label}>
      {children}
    </nav>
    <div className={styles.foot}>{foot}</div>
  </aside>
);
