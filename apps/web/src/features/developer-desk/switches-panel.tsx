import { Button, Segmented, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, LANGUAGES, type Language } from "../../lib/language.ts";
import { page } from "../../lib/page.ts";
import {
  readMenuCollapsed,
  readStored,
  removeStored,
  STORAGE_KEYS,
  type StorageKey,
  writeMenuCollapsed,
} from "../../lib/storage.ts";
import { chooseTheme, THEME_CHOICES, useThemeChoice } from "../../lib/theme-choice.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import styles from "./desk.module.css";

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.factRow}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const forgetAll = async (): Promise<void> => {
  for (const key of Object.keys(STORAGE_KEYS) as StorageKey[]) removeStored(key);
  page.reload();
};

const Forget = () => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {t("desk.switches.reset")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("desk.switches.resetTitle")}
        effect={t("desk.switches.resetHint")}
        action={t("desk.switches.reset")}
        onConfirm={forgetAll}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};

const MenuSwitch = () => {
  const { t } = useTranslation();
  const [isCollapsed, setIsCollapsed] = useState(readMenuCollapsed);
  const change = (value: boolean): void => {
    writeMenuCollapsed(value);
    setIsCollapsed(value);
  };
  return <Switch aria-label={t("desk.switches.menuCollapsed")} checked={isCollapsed} onChange={change} />;
};

/** The settings stored in this browser. */
export const SwitchesPanel = () => {
  const { t, i18n } = useTranslation();
  const theme = useThemeChoice();
  return (
    <div className={styles.card}>
      <p className={styles.hint}>{t("desk.switches.hint")}</p>
      <dl className={styles.facts}>
        <Line name={t("frame.theme.label")}>
          <Segmented
            aria-label={t("frame.theme.label")}
            value={theme}
            options={THEME_CHOICES.map((choice) => ({ value: choice, label: t(`frame.theme.${choice}`) }))}
            onChange={chooseTheme}
          />
        </Line>
        <Line name={t("frame.language.label")}>
          <Segmented<Language>
            aria-label={t("frame.language.label")}
            value={i18n.language === "zh" ? "zh" : "en"}
            options={LANGUAGES.map((language) => ({ value: language, label: t(`frame.language.${language}`) }))}
            onChange={(language) => void chooseLanguage(language)}
          />
        </Line>
        <Line name={t("desk.switches.menuCollapsed")}>
          <MenuSwitch />
        </Line>
        <Line name={t("desk.switches.username")}>{readStored("username") ?? t("desk.switches.none")}</Line>
      </dl>
      <Forget />
    </div>
  );
};
