import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { parseChangelog, type Release } from "./changelog.ts";
import styles from "./home.module.css";

const ReleaseNotes = ({ release }: { release: Release }) => {
  const { t, i18n } = useTranslation();
  const date = release.date ? new Date(`${release.date}T00:00:00Z`) : undefined;
  return (
    <section className={styles.release}>
      <h3 className={styles.releaseTitle}>
        {date ? release.version : t("home.changes.unreleased")}
        {date && (
          <time dateTime={release.date} className={styles.releaseDate}>
            {date.toLocaleDateString(i18n.language, { dateStyle: "medium", timeZone: "UTC" })}
          </time>
        )}
      </h3>
      {release.groups.map((group) => (
        <div key={group.kind}>
          <h4 className={styles.changeKind}>{group.kind}</h4>
          <ul className={styles.changeList}>
            {group.entries.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};

export const ChangesPanel = ({ changelog }: { changelog: string }) => {
  const { t } = useTranslation();
  const releases = parseChangelog(changelog);
  if (releases.length === 0) {
    return <EmptyState title={t("home.changes.nothing")}>{t("home.changes.nothingHint")}</EmptyState>;
  }
  return releases.map((release) => <ReleaseNotes key={release.version} release={release} />);
};
