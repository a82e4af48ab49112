import { useTranslation } from "react-i18next";
import { PublishedDiff } from "../publishing/published-diff.tsx";
import type { ConfigDraft } from "./config-draft.ts";
import styles from "./config-editor.module.css";

interface ChangesTabProps {
  draft: ConfigDraft;
  isEdited: boolean;
}

/** The diff that publishing would apply. */
export const ChangesTab = ({ draft, isEdited }: ChangesTabProps) => {
  const { t } = useTranslation();
  const { base, value } = draft;
  if (base.status === "published" && !isEdited) return <p className={styles.note}>{t("settings.changes.none")}</p>;
  return (
    <div className={styles.form}>
      {isEdited ? <p className={styles.note}>{t("settings.changes.unsaved")}</p> : null}
      <PublishedDiff
        item={base}
        value={value}
        valueName={
          isEdited ? t("settings.changes.toEdited") : t("settings.changes.to", { version: base.value_version })
        }
      />
    </div>
  );
};
