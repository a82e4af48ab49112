import { DownOutlined } from "@ant-design/icons";
import { Dropdown, type MenuProps } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, LANGUAGES, type Language } from "../../lib/language.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from "../../lib/theme-choice.ts";
import { useFrameActions } from "../frame/use-frame-actions.ts";
import { useLogout } from "../frame/use-logout.ts";
import styles from "./shells.module.css";

const useEntries = (): NonNullable<MenuProps["items"]> => {
  const { t } = useTranslation();
  return [
    { key: "set-password", label: <span className={styles.entry}>{t("frame.menu.setPassword")}</span> },
    { key: "second-factor", label: <span className={styles.entry}>{t("frame.menu.secondFactor")}</span> },
    { key: "keys", label: t("frame.menu.keys") },
    { type: "divider" },
    {
      type: "group",
      label: t("frame.theme.label"),
      children: THEME_CHOICES.map((choice) => ({ key: `theme:${choice}`, label: t(`frame.theme.${choice}`) })),
    },
    {
      type: "group",
      label: t("frame.language.label"),
      children: LANGUAGES.map((language) => ({ key: `language:${language}`, label: t(`frame.language.${language}`) })),
    },
    { type: "divider" },
    { key: "logout", label: <span className={styles.entry}>{t("frame.menu.logout")}</span> },
  ];
};

const useEntryAction = (): ((key: string) => void) => {
  const { openSetPassword, openSecondFactor, openKeysHelp } = useFrameActions();
  const logout = useLogout();
  return (key) => {
    const [kind, value] = key.split(":");
    if (kind === "theme") chooseTheme(value as ThemeChoice);
    if (kind === "language") void chooseLanguage(value as Language);
    if (key === "set-password") openSetPassword();
    if (key === "second-factor") openSecondFactor();
    if (key === "keys") openKeysHelp();
    if (key === "logout") logout();
  };
};

export const UserMenu = () => {
  const { t, i18n } = useTranslation();
  const { realname, username } = useCurrentUser();
  const theme = useThemeChoice();
  const items = useEntries();
  const act = useEntryAction();
  const name = realname || username;
  const selectedKeys = [`theme:${theme}`, `language:${i18n.language}`];
  const trigger = useRef<HTMLButtonElement>(null);
  const choose = (key: string): void => {
    // The focused menu is about to unmount, so move the focus to its trigger.
    trigger.current?.focus();
    act(key);
  };
  return (
    <Dropdown
      autoFocus
      trigger={["click"]}
      menu={{ items, selectedKeys, className: styles.userMenu, onClick: ({ key }) => choose(key) }}
    >
      <button type="button" ref={trigger} className={styles.userButton}>
        <span className="ds-visually-hidden">{t("frame.menu.account", { name })}</span>
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <span className={styles.userName} aria-hidden="true">
          {name}
        </span>
        <DownOutlined className={styles.caret} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};
