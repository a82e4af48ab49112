import type { StorageProfile } from "@dailies/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOfProfile } from "./profile-draft.ts";
import { ProfileTest } from "./profile-test.tsx";
import styles from "./storage.module.css";

interface ProfileListProps {
  profiles: readonly StorageProfile[];
  mayChange: boolean;
  onEdit: (id: string) => void;
  none: ReactNode;
}

export const ProfileList = ({ profiles, mayChange, onEdit, none }: ProfileListProps) => {
  const { t } = useTranslation();
  if (profiles.length === 0) return none;
  return (
    <>
      <p className={styles.lead}>{t("datasets.storage.about")}</p>
      {mayChange ? null : <p className={styles.lead}>{t("datasets.storage.askAdmin")}</p>}
      <ul className={styles.list}>
        {profiles.map((profile) => (
          <li key={profile.id} className={styles.profile}>
            <ProfileFacts profile={profile} />
            {mayChange ? (
              <div className={styles.acts}>
                <ProfileTest profile={profile} />
                <Button
                  aria-label={t("datasets.storage.editOne", { name: profile.name })}
                  onClick={() => onEdit(profile.id)}
                >
                  {t("datasets.storage.edit")}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
};

const ProfileFacts = ({ profile }: { profile: StorageProfile }) => {
  const { t, i18n } = useTranslation();
  const { name, endpoint, datasets } = profile;
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <LastLook profile={profile} />
      </div>
      <Mono value={addressOfProfile(profile)} copyAs={t("datasets.storage.address")} />
      <p className={styles.facts}>
        <span>{endpoint ?? t("datasets.storage.own")}</span>
        <span>{t("datasets.storage.used", { count: datasets, shown: formatCount(datasets, i18n.language) })}</span>
        {endpoint === null ? null : (
          <span>{t(profile.has_secret ? "datasets.storage.hasSecret" : "datasets.storage.noSecret")}</span>
        )}
      </p>
    </>
  );
};

/** The result of the last read. */
const LastLook = ({ profile: { last_error, last_ok_at } }: { profile: StorageProfile }) => {
  const { t } = useTranslation();
  if (last_error !== null) {
    return (
      <span title={last_error}>
        <StatusTag tone="error">{t("datasets.storage.lastFailed")}</StatusTag>
      </span>
    );
  }
  if (last_ok_at === null) return <StatusTag tone="neutral">{t("datasets.storage.neverRead")}</StatusTag>;
  return (
    <span className={styles.look}>
      <StatusTag tone="success">{t("datasets.storage.readable")}</StatusTag>
      <span className={styles.when}>
        <Time at={last_ok_at} />
      </span>
    </span>
  );
};
