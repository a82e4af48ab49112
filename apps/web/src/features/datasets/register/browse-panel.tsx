import { FileOutlined, FolderOutlined, LeftOutlined } from "@ant-design/icons";
import type { StorageProfile } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { addressOfProfile } from "../storage/profile-draft.ts";
import { browseQuery, profilesQuery } from "../storage/storage.queries.ts";
import { folderOf, parentOf, profileOf } from "./browse.rules.ts";
import styles from "./register.module.css";

interface BrowsePanelProps {
  uri: string;
  onChoose: (uri: string) => void;
}

/** Browses the registered storage profiles, one folder at a time. */
export const BrowsePanel = ({ uri, onChoose }: BrowsePanelProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(profilesQuery);
  const [folder, setFolder] = useState<string>();
  if (error && !data) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  const shown = folder ?? folderOf(uri.trim());
  const profile = profileOf(shown, data.items);
  const go = (to: string): void => {
    setFolder(to);
    if (to !== "") onChoose(to);
  };
  return (
    <section className={styles.browse} aria-label={t("datasets.register.browseTitle")}>
      {profile ? (
        <Folder uri={shown} profile={profile} onGo={go} onChoose={onChoose} />
      ) : (
        <Profiles profiles={data.items} onGo={go} />
      )}
    </section>
  );
};

const Profiles = ({ profiles, onGo }: { profiles: readonly StorageProfile[]; onGo: (uri: string) => void }) => {
  const { t } = useTranslation();
  if (profiles.length === 0) return <p className={styles.quiet}>{t("datasets.storage.noneHint")}</p>;
  return (
    <ul className={styles.entries}>
      {profiles.map((profile) => (
        <li key={profile.id}>
          <button type="button" className={styles.entry} onClick={() => onGo(addressOfProfile(profile))}>
            <FolderOutlined aria-hidden="true" />
            <span>{profile.name}</span>
            <code className={`ds-mono ${styles.entryNote}`}>{addressOfProfile(profile)}</code>
          </button>
        </li>
      ))}
    </ul>
  );
};

interface FolderProps {
  uri: string;
  profile: StorageProfile;
  onGo: (uri: string) => void;
  onChoose: (uri: string) => void;
}

const Folder = ({ uri, profile, onGo, onChoose }: FolderProps) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(browseQuery(uri));
  const parent = parentOf(uri, addressOfProfile(profile));
  return (
    <>
      <div className={styles.browseHead}>
        <Button size="small" icon={<LeftOutlined aria-hidden="true" />} onClick={() => onGo(parent ?? "")}>
          {parent === undefined ? t("datasets.register.allPlaces") : t("datasets.register.up")}
        </Button>
        <code className={`ds-mono ${styles.entryNote}`}>{uri}</code>
      </div>
      {error && !data ? (
        <ErrorPanel
          isCompact
          title={t("datasets.register.browseFailed", { name: profile.name })}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? <Entries listing={data} uri={uri} onGo={onGo} onChoose={onChoose} /> : null}
      {!data && !error ? <Skeleton rows={4} /> : null}
    </>
  );
};

interface EntriesProps extends Omit<FolderProps, "profile"> {
  listing: { folders: string[]; files: { name: string; bytes: number }[]; is_truncated: boolean };
}

const Entries = ({ listing, uri, onGo, onChoose }: EntriesProps) => {
  const { t, i18n } = useTranslation();
  const { folders, files, is_truncated: isTruncated } = listing;
  if (folders.length + files.length === 0) return <p className={styles.quiet}>{t("datasets.register.emptyFolder")}</p>;
  return (
    <>
      <ul className={styles.entries}>
        {folders.map((name) => (
          <li key={name}>
            <button type="button" className={styles.entry} onClick={() => onGo(`${uri}${withSlash(name)}`)}>
              <FolderOutlined aria-hidden="true" />
              <span>{withSlash(name)}</span>
            </button>
          </li>
        ))}
        {files.map(({ name, bytes }) => (
          <li key={name}>
            <button type="button" className={styles.entry} onClick={() => onChoose(`${uri}${name}`)}>
              <FileOutlined aria-hidden="true" />
              <span>{name}</span>
              <span className={`ds-number ${styles.entryNote}`}>{formatBytes(bytes, i18n.language)}</span>
            </button>
          </li>
        ))}
      </ul>
      {isTruncated ? <p className={styles.quiet}>{t("datasets.register.truncated")}</p> : null}
    </>
  );
};

const withSlash = (name: string): string => (name.endsWith("/") ? name : `${name}/`);
