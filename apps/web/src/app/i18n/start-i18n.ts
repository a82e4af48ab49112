import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { markDocumentLanguage, preferredLanguage } from "../../lib/language.ts";
import { en } from "./en.ts";

/** English comes with the page; the other language is fetched when somebody reads it. */
const lazyWords: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, _namespace, done) => {
    if (language !== "zh") return done(null, {});
    import("./zh.ts").then(
      ({ zh }) => done(null, zh),
      (error: Error) => done(error, false),
    );
  },
};

export const startI18n = async (): Promise<void> => {
  i18next.on("languageChanged", markDocumentLanguage);
  await i18next
    .use(lazyWords)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      fallbackLng: "en",
      supportedLngs: ["en", "zh"],
      resources: { en: { translation: en } },
      partialBundledLanguages: true,
      // React writes text nodes, so there is nothing to escape.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
};
