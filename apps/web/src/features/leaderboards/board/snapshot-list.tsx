import type { Board } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { snapshotsQuery } from "../leaderboards.queries.ts";
import { useBoardUrlState } from "../use-url-state.ts";
import styles from "./board.module.css";
import { Section } from "./section.tsx";

/** The immutable snapshots taken each time the judging ended. */
export const SnapshotList = ({ board }: { board: Board }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(snapshotsQuery(board.task_id));
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("leaderboards.snapshots.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={2} />;
  if (data.items.length === 0) return null;
  return (
    <Section title={t("leaderboards.snapshots.title")} hint={t("leaderboards.snapshots.hint")}>
      <ul className={styles.snapshots}>
        {data.items.map((snapshot) => (
          <Snapshot key={snapshot.id} snapshot={snapshot} isShown={snapshot.id === board.snapshot?.id} />
        ))}
      </ul>
      {board.snapshot === null ? <p className={styles.reading}>{t("leaderboards.snapshots.live")}</p> : null}
    </Section>
  );
};

interface SnapshotProps {
  snapshot: NonNullable<Board["snapshot"]> & { votes: number };
  isShown: boolean;
}

const Snapshot = ({ snapshot, isShown }: SnapshotProps) => {
  const { t, i18n } = useTranslation();
  const { values, set } = useBoardUrlState();
  return (
    <li>
      <Time at={snapshot.made_at} />
      <span>{t("leaderboards.snapshots.by", { name: snapshot.made_by })}</span>
      <span className="ds-number">
        {t("leaderboards.snapshots.votes", {
          count: snapshot.votes,
          shown: formatCount(snapshot.votes, i18n.language),
        })}
      </span>
      <Mono value={snapshot.hash} shownCharacters={12} copyAs={t("leaderboards.method.hash")} />
      <span className={styles.why}>{snapshot.reason}</span>
      {isShown ? (
        <StatusTag tone="info">{t("leaderboards.snapshots.shown")}</StatusTag>
      ) : (
        <Button size="small" onClick={() => set({ snapshot: snapshot.id })}>
          {t("leaderboards.snapshots.show")}
        </Button>
      )}
      {isShown && values.snapshot !== undefined ? (
        <Button size="small" onClick={() => set({ snapshot: undefined })}>
          {t("leaderboards.snapshots.newest")}
        </Button>
      ) : null}
    </li>
  );
};
