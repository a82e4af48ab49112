import { Button, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { AllowedLink } from "../../../shared/allowed-link.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./list.module.css";
import { curlSnippet, pythonSnippet } from "./log-snippets.ts";

/** How the first run gets here. */
export const LogHelp = () => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<"Python" | "curl">("Python");
  const snippet = language === "Python" ? pythonSnippet(window.location.origin) : curlSnippet(window.location.origin);
  const { state, copy } = useCopy(snippet);
  return (
    <div className={styles.help}>
      <EmptyState title={t("experiments.help.title")}>{t("experiments.help.words")}</EmptyState>
      <p className={styles.quiet}>{t("experiments.help.key")}</p>
      <p className={styles.quiet}>
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
        <Button onClick={copy}>{t(`experiments.help.copy.${state}`)}</Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
      <pre className={styles.snippet} tabIndex={0}>
        <code>{snippet}</code>
      </pre>
    </div>
  );
};
