import type { ConfigItem, FieldValue } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import styles from "../editor/config-editor.module.css";
import { DiffView } from "./diff-view.tsx";

interface PublishedDiffProps {
  item: ConfigItem;
  /** The value to publish. */
  value: FieldValue | undefined;
  valueName: string;
}

/** Diff of a value against the one servers and workers currently read. */
export const PublishedDiff = ({ item, value, valueName }: PublishedDiffProps) => {
  const { t } = useTranslation();
  if (item.sensitive) return <p className={styles.note}>{t("settings.changes.sensitive")}</p>;
  const live = item.published_version;
  return (
    <>
      {live === null ? <p className={styles.note}>{t("settings.changes.first")}</p> : null}
      <DiffView
        before={item.published_value ?? undefined}
        after={value}
        beforeName={live === null ? t("settings.detail.notLive") : t("settings.changes.from", { version: live })}
        afterName={valueName}
      />
    </>
  );
};
