import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./home.module.css";
import { sharedBoardsQuery } from "./home.queries.ts";
import { Section } from "./section.tsx";

/** The leaderboards that other people shared with the user; internal users see it once there is one. */
export const SharedPanel = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sharedBoardsQuery);
  const isExternal = useCurrentUser().is_external;
  const boards = data ?? [];
  if (boards.length === 0 && !isExternal && !error) return null;
  return (
    <Section title={t("home.shared.title")}>
      {error && !data ? (
        <ErrorPanel isCompact title={t("home.shared.failed")} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? <p className={styles.quiet}>{t("home.shared.nothing")}</p> : null}
      <ul className={styles.entries}>
        {boards.map(({ task_id, name, status, shared_by, shared_at }) => (
          <li key={task_id}>
            <Link to={`${PATHS.sharedBoard}?task=${task_id}`} className={styles.place}>
              <span className={styles.placeTitle}>{name}</span>
              <span className={styles.placePurpose}>
                {t("home.shared.by", { by: shared_by })} · <Time at={shared_at} />
                {status === "Finished" ? "" : ` · ${t("home.shared.notFinished")}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};
