import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { type WallFilters as Filters, isFiltered, useWallFilters } from "../content-address.ts";
import { Lightbox } from "../lightbox/lightbox.tsx";
import { useOpenFavorite } from "../lightbox/use-open-favorite.ts";
import { type FavoriteWall, useFavoriteWall } from "./use-favorite-wall.ts";
import styles from "./wall.module.css";
import { Wall } from "./wall.tsx";
import { WallFilters } from "./wall-filters.tsx";
import { WallPager } from "./wall-pager.tsx";

/** The wall of favourites, with the opened one in a lightbox. */
export const FavoritesPage = () => {
  const { t } = useTranslation();
  const filters = useWallFilters();
  const wall = useFavoriteWall(filters);
  const { openId } = useDetailParam("favorite");
  const open = useOpenFavorite(wall);
  return (
    <Page title={t("screens.platformContent.title")} about={t("screens.platformContent.purpose")}>
      <WallFilters filters={filters} sources={wall.sources} />
      <Count wall={wall} />
      {wall.error && !wall.isLoading ? (
        <ErrorPanel
          isCompact={wall.items.length > 0}
          title={t("content.wall.failed")}
          error={wall.error}
          onRetry={() => void wall.renewal.renew()}
        />
      ) : null}
      <WallBody wall={wall} filters={filters} openId={openId} />
      {openId === undefined ? null : <Lightbox open={open} wall={wall} />}
    </Page>
  );
};

interface WallBodyProps {
  wall: FavoriteWall;
  filters: Filters;
  openId: string | undefined;
}

const WallBody = ({ wall, filters, openId }: WallBodyProps) => {
  if (wall.isLoading) return <TileSkeletons />;
  if (wall.items.length > 0)
    return (
      <>
        <Wall key={wall.page} wall={wall} openId={openId} />
        <WallPager wall={wall} onPage={(page) => filters.set({ page })} />
      </>
    );
  return wall.error ? null : <Nothing wall={wall} filters={filters} />;
};

const Nothing = ({ wall, filters }: Omit<WallBodyProps, "openId">) => {
  const { t } = useTranslation();
  if (wall.page > 1)
    return (
      <EmptyState
        picture="lens"
        title={t("content.empty.page")}
        action={<Button onClick={() => filters.set({ page: 1 })}>{t("content.empty.firstPage")}</Button>}
      >
        {t("content.empty.pageHint")}
      </EmptyState>
    );
  if (isFiltered(filters))
    return (
      <EmptyState
        picture="lens"
        title={t("content.empty.found")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("content.empty.foundHint")}
      </EmptyState>
    );
  return <EmptyState title={t("content.empty.wall")}>{t("content.empty.wallHint")}</EmptyState>;
};

/** If the count is capped, say "more than" instead of a number that looks exact. */
const Count = ({ wall }: { wall: FavoriteWall }) => {
  const { t, i18n } = useTranslation();
  const { total, isTotalExact } = wall;
  const shown = `${formatCount(total ?? 0, i18n.language)}${isTotalExact ? "" : "+"}`;
  return (
    <p className={styles.count} aria-live="polite">
      {total === undefined ? "" : t("content.wall.count", { count: total, shown })}
    </p>
  );
};

const TILE_INDEXES = Array.from({ length: 12 }, (_, index) => index);

const TileSkeletons = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.wall} role="status">
      <span className="ds-visually-hidden">{t("ui.loading")}</span>
      {TILE_INDEXES.map((index) => (
        <div key={index} className={styles.tile}>
          <div className="ds-clip" />
          <SkeletonLine width="80%" />
          <SkeletonLine width="50%" />
        </div>
      ))}
    </div>
  );
};
