import type { ConfigItem, ConfigVersion } from "@dailies/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "../editor/config-editor.module.css";
import { ValuePreview } from "../editor/value-preview.tsx";
import { historyQuery } from "../settings.queries.ts";
import { RollBackDialog } from "./roll-back-dialog.tsx";

interface HistoryTabProps {
  item: ConfigItem;
  isLocked: boolean;
}

export const HistoryTab = ({ item, isLocked }: HistoryTabProps) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(historyQuery(item.key));
  const [chosen, setChosen] = useState<ConfigVersion>();
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("settings.history.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={5} />;
  return (
    <>
      <ol className={styles.versions} aria-label={t("settings.history.title")}>
        {data.pages
          .flatMap(({ items }) => items)
          .map((version) => (
            <VersionRow
              key={version.version}
              item={item}
              version={version}
              onRollBack={isLocked || item.guarded ? undefined : () => setChosen(version)}
            />
          ))}
      </ol>
      {hasNextPage ? (
        <Button size="small" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t("settings.history.older")}
        </Button>
      ) : null}
      <RollBackDialog item={item} version={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
};

interface VersionRowProps {
  item: ConfigItem;
  version: ConfigVersion;
  onRollBack: (() => void) | undefined;
}

const VersionRow = ({ item, version, onRollBack }: VersionRowProps) => {
  const { t } = useTranslation();
  const isLive = item.status !== "archived" && version.version === item.published_version;
  // The newest version can be published, not rolled back to.
  const isNewest = version.version === item.value_version;
  return (
    <li className={styles.version}>
      <span className={`${styles.versionNumber} ds-number`}>{version.version}</span>
      <div className={styles.versionFacts}>
        <div className={styles.versionLine}>
          <VersionTag isLive={isLive} isDraft={isNewest && item.status === "draft"} wasLive={version.was_published} />
          <span>
            <Time at={version.created_at} /> {t("settings.detail.updatedBy", { name: version.created_by })}
          </span>
        </div>
        <div className={styles.versionValue}>
          <ValuePreview schema={version.schema} value={version.value} />
        </div>
        <div className={styles.versionLine}>{version.comment || <em>{t("settings.history.noComment")}</em>}</div>
      </div>
      {isLive || isNewest || onRollBack === undefined ? null : (
        <Button size="small" onClick={onRollBack}>
          {t("settings.history.rollBack", { version: version.version })}
        </Button>
      )}
    </li>
  );
};

interface VersionTagProps {
  isLive: boolean;
  isDraft: boolean;
  wasLive: boolean;
}

const VersionTag = ({ isLive, isDraft, wasLive }: VersionTagProps) => {
  const { t } = useTranslation();
  if (isDraft) return <StatusTag tone="warning">{t("settings.statuses.draft")}</StatusTag>;
  if (isLive) return <StatusTag tone="success">{t("settings.history.live")}</StatusTag>;
  return <StatusTag tone="neutral">{t(wasLive ? "settings.history.wasLive" : "settings.history.never")}</StatusTag>;
};
