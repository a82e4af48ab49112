import i18next from "i18next";
import { readStored, writeStored } from "./storage.ts";

export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: string | undefined): value is Language => value === "en" || value === "zh";

/** The user's saved choice, or else the browser's language. */
export const preferredLanguage = (): Language => {
  const stored = readStored("language");
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
};

export const markDocumentLanguage = (language: string): void => {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language);
  writeStored("language", language);
};
