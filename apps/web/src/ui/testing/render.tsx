import { type RenderResult, render } from "@testing-library/react";
import { ConfigProvider } from "antd";
import i18next, { type i18n } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { MemoryRouter } from "react-router";
import { uiEn } from "../locales/en.ts";
import { uiZh } from "../locales/zh.ts";
import { antdTheme } from "../theme.ts";

interface RenderOptions {
  /** The URL after the `#`. */
  at?: string;
  language?: "en" | "zh";
}

const speak = (lng: string): i18n => {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng,
    initAsync: false,
    resources: { en: { translation: { ui: uiEn } }, zh: { translation: { ui: uiZh } } },
    interpolation: { escapeValue: false },
  });
  return instance;
};

const stillTheme = { ...antdTheme("light"), token: { ...antdTheme("light").token, motion: false } };

/** Renders a component with translations, the light theme without motion, and a router. */
export const renderPart = (part: ReactNode, { at = "/", language = "en" }: RenderOptions = {}): RenderResult =>
  render(
    <I18nextProvider i18n={speak(language)}>
      <ConfigProvider theme={stillTheme} button={{ autoInsertSpace: false }}>
        <MemoryRouter initialEntries={[at]}>{part}</MemoryRouter>
      </ConfigProvider>
    </I18nextProvider>,
  );
