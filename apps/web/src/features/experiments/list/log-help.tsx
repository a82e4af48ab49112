import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { AllowedLink } from "../../../shared/allowed-link.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Mono } from "../../../ui/mono.tsx";
import styles from "./list.module.css";
import { curlSnippet, pythonSnippet } from "./log-snippets.ts";

/** How the first run gets here. */
export const LogHelp = () => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<"Python" | "curl">("Python");
  const snippet = language === "Python" ? pythonSnippet(window.location.origin) : curlSnippet(window.location.origin);
  return (
    <div className={styles.help}>
      <EmptyState title={t("experiments.help.title")}>{t("experiments.help.words")}</EmptyState>
      <p className={styles.quiet}>
        {t("experiments.help.key")}{" "}
        <AllowedLink to={PATHS.platformTools} access={{ permission: "MAGI_ADMIN" }}>
          {t("experiments.help.keyLink")}
        </AllowedLink>
      </p>
      <div className={styles.snippetHead}>
        <Segmented<"Python" | "curl">
          aria-label={t("experiments.help.language")}
          value={language}
          options={["Python", "curl"]}
          onChange={setLanguage}
        />
        <Mono value={snippet} shownCharacters={0} copyAs={t("experiments.help.snippet")} />
      </div>
      <pre className={styles.snippet}>
        <code>{snippet}</code>
      </pre>
    </div>
  );
};
