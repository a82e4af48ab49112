import { useTranslation } from "react-i18next";
import { chooseLanguage, LANGUAGES, type Language } from "../../lib/language.ts";
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from "../../lib/theme-choice.ts";
import styles from "./login.module.css";

export const LoginPreferences = () => {
  const { t, i18n } = useTranslation();
  const theme = useThemeChoice();
  return (
    <div className={styles.preferences}>
      <select
        className={styles.select}
        aria-label={t("frame.language.label")}
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.target.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {t(`frame.language.${language}`)}
          </option>
        ))}
      </select>
      <select
        className={styles.select}
        aria-label={t("frame.theme.label")}
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as ThemeChoice)}
      >
        {THEME_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`frame.theme.${choice}`)}
          </option>
        ))}
      </select>
    </div>
  );
};
