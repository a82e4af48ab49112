import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, markDocumentLanguage, preferredLanguage } from "../../lib/language.ts";
import { en } from "./en.ts";
import { wordGroups } from "./word-groups.ts";

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> => key in table;

const readWords = async (language: Language, group: string): Promise<object> => {
  if (isKeyOf(wordGroups, group)) return await wordGroups[group][language]();
  if (!isKeyOf(en, group)) throw new Error(`there is no group of words '${group}'`);
  return language === "en" ? en[group] : (await import("./zh.ts")).zh[group];
};

const fetchedWords: BackendModule = {
  type: "backend",
  callbackApi: true,
  init: () => undefined,
  read: (language, group, done) => {
    readWords(language === "zh" ? "zh" : "en", group).then(
      (words) => done(null, { ...words }),
      (error: Error) => done(error, false),
    );
  },
};

/** The first segment of a key names its group, so that each group can be loaded with the screen that needs it. */
export const startI18n = async (): Promise<void> => {
  i18next.on("languageChanged", markDocumentLanguage);
  await i18next
    .use(fetchedWords)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      fallbackLng: "en",
      supportedLngs: ["en", "zh"],
      ns: Object.keys(en),
      defaultNS: "frame",
      nsSeparator: ".",
      keySeparator: ".",
      resources: { en },
      partialBundledLanguages: true,
      // React escapes text nodes itself.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
};
