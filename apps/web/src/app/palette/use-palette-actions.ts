import { useTranslation } from "react-i18next";
import { chooseLanguage, LANGUAGES } from "../../lib/language.ts";
import { chooseTheme, THEME_CHOICES } from "../../lib/theme-choice.ts";
import { useFrameActions } from "../frame/use-frame-actions.ts";
import { useLogout } from "../frame/use-logout.ts";

export interface PaletteAction {
  name: string;
  run: () => void;
}

export const usePaletteActions = (): PaletteAction[] => {
  const { t } = useTranslation();
  const { openKeysHelp, openSetPassword } = useFrameActions();
  const logout = useLogout();
  return [
    ...THEME_CHOICES.map((choice) => ({
      name: t("palette.useTheme", { theme: t(`frame.theme.${choice}`) }),
      run: () => chooseTheme(choice),
    })),
    ...LANGUAGES.map((language) => ({
      name: t("palette.useLanguage", { language: t(`frame.language.${language}`) }),
      run: () => void chooseLanguage(language),
    })),
    { name: t("frame.menu.setPassword"), run: openSetPassword },
    { name: t("frame.menu.keys"), run: openKeysHelp },
    { name: t("frame.menu.logout"), run: logout },
  ];
};
