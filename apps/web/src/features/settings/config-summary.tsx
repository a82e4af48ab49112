import { LockOutlined } from "@ant-design/icons";
import type { ConfigItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import { ConfigStatus } from "./config-status.tsx";
import styles from "./editor/config-editor.module.css";

export const ConfigSummary = ({ item }: { item: ConfigItem }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.summary}>
      <ConfigStatus item={item} />
      <Mono value={item.key} copyAs={t("settings.key").toLowerCase()} />
      <span>
        {t(`ui.field.type.${item.value_type}`)}
        {item.sensitive ? <LockOutlined className={styles.lock} aria-label={t("settings.hidden")} /> : null}
      </span>
      <span className="ds-number">
        {t("settings.version")} {item.version}
        {" · "}
        {item.published_version === null || item.status === "archived"
          ? t("settings.detail.notLive")
          : t("settings.detail.live", { version: item.published_version })}
      </span>
      <span>
        <Time at={item.updated_at} /> {t("settings.detail.updatedBy", { name: item.updated_by })}
      </span>
    </div>
  );
};
