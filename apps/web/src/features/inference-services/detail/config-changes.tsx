import { useTranslation } from "react-i18next";
import type { ConfigChange } from "../services.rules.ts";
import styles from "./detail.module.css";

/** What changes of a configuration, field by field. */
export const ConfigChanges = ({ changes }: { changes: readonly ConfigChange[] }) => {
  const { t } = useTranslation();
  return (
    <ul className={styles.changes} aria-label={t("services.update.changes")}>
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code> <del>{before ?? t("services.deploys.nothing")}</del>{" "}
          <ins>{after ?? t("services.deploys.nothing")}</ins>
        </li>
      ))}
    </ul>
  );
};
