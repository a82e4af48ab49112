import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import styles from "./list.module.css";
import { NoMatch } from "./no-match.tsx";
import type { ListState } from "./use-item-window.ts";

interface ItemResultsProps {
  state: ListState;
  children: ReactNode;
}

/** The list, or its loading, error, aborted or empty state. */
export const ItemResults = ({ state, children }: ItemResultsProps) => {
  const { t } = useTranslation();
  const { source, how, error, isFetching, retry } = state;
  if (!source && error) return <ErrorPanel title={t("datasetItems.list.failed")} error={error} onRetry={retry} />;
  if (!source && !isFetching) return <Unfinished why="stopped" onRetry={retry} />;
  if (!source) return <TileSkeletons />;
  if (source.count === 0 && how?.isPartial)
    return <Unfinished why={how.hasTimedOut ? "timedOut" : "soFar"} isBusy={isFetching} onRetry={retry} />;
  if (source.count === 0) {
    return (
      <div className={styles.empty}>
        <NoMatch />
      </div>
    );
  }
  return (
    <>
      {error ? <ErrorPanel isCompact title={t("datasetItems.list.failed")} error={error} onRetry={retry} /> : null}
      {children}
    </>
  );
};

interface UnfinishedProps {
  why: "stopped" | "timedOut" | "soFar";
  isBusy?: boolean;
  onRetry: () => void;
}

/** No matches so far, but the scan is incomplete, so there may still be some. */
const Unfinished = ({ why, isBusy = false, onRetry }: UnfinishedProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <EmptyState
        picture="lens"
        title={t(`datasetItems.slow.${why}`)}
        action={
          <Button loading={isBusy} onClick={onRetry}>
            {t("datasetItems.slow.again")}
          </Button>
        }
      >
        {t(`datasetItems.slow.${why}Hint`)}
      </EmptyState>
    </div>
  );
};

const TILE_INDEXES = Array.from({ length: 15 }, (_, index) => index);

const TileSkeletons = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.places} role="status">
      <span className="ds-visually-hidden">{t("ui.loading")}</span>
      {TILE_INDEXES.map((index) => (
        <div key={index} className={styles.place}>
          <div className="ds-clip" />
          <SkeletonLine width="70%" />
        </div>
      ))}
    </div>
  );
};
