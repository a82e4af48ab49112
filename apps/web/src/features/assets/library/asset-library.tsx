import { AppstoreOutlined, BarsOutlined } from "@ant-design/icons";
import { ASSET_SORTS, MAX_OFFSET } from "@dailies/contract";
import { Button, Radio, Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../assets.module.css";
import type { AssetList } from "../assets.queries.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { AssetDetail } from "../detail/asset-detail.tsx";
import type { Filters, LibraryUrlState } from "./asset-filters.ts";
import { AssetGrid } from "./asset-grid.tsx";
import { AssetTable } from "./asset-table.tsx";
import { useSelection } from "./selection.ts";
import { PagesContext, useAssetPages } from "./use-asset-pages.ts";

interface AssetLibraryProps {
  list: AssetList;
  filters: Filters;
  urlState: LibraryUrlState;
  onUpload: () => void;
}

/** The assets of one list, as tiles or rows, with their actions. Remount it for another list. */
export const AssetLibrary = ({ list, filters, urlState, onUpload }: AssetLibraryProps) => {
  const { pages, total, isCapped, error, retry } = useAssetPages(list);
  const selection = useSelection(pages);
  const detail = useDetailParam("asset");
  const shared = { total: total ?? 0, selection, openId: detail.openId, onOpen: detail.open };
  return (
    <PagesContext value={pages}>
      <div className={styles.main}>
        <div className={styles.bar}>
          {selection.items.size > 0 ? (
            <BulkBar selection={selection} />
          ) : (
            <>
              <Count total={total} isCapped={isCapped} />
              <ViewChoice urlState={urlState} />
            </>
          )}
        </div>
        {error && total !== undefined ? <ErrorPanel isCompact error={error} onRetry={retry} /> : null}
        <Content total={total} error={error} retry={retry} filters={filters} urlState={urlState} onUpload={onUpload}>
          {urlState.values.view === "grid" ? <AssetGrid {...shared} /> : <AssetTable {...shared} urlState={urlState} />}
        </Content>
        <AssetDetail detail={detail} total={total ?? 0} />
      </div>
    </PagesContext>
  );
};

interface ContentProps extends Omit<AssetLibraryProps, "list"> {
  total: number | undefined;
  error: unknown;
  retry: () => void;
  children: ReactNode;
}

const Content = ({ total, error, retry, filters, urlState, onUpload, children }: ContentProps) => {
  const { t } = useTranslation();
  if (total === undefined && error) return <ErrorPanel title={t("assets.failed")} error={error} onRetry={retry} />;
  if (total === undefined) return <TileSkeletons />;
  if (total > 0) return children;
  const isFiltered = filters.changed.length > 0;
  return (
    <div className={styles.empty}>
      {isFiltered ? (
        <EmptyState
          picture="lens"
          title={t("assets.empty.found")}
          action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
        >
          {t("assets.empty.foundHint")}
        </EmptyState>
      ) : (
        <EmptyState
          title={t(urlState.values.folder === undefined ? "assets.empty.library" : "assets.empty.folder")}
          action={
            <Button type="primary" onClick={onUpload}>
              {t("assets.upload.files")}
            </Button>
          }
        >
          {t("assets.empty.hint")}
        </EmptyState>
      )}
    </div>
  );
};

const TILE_INDEXES = Array.from({ length: 12 }, (_, index) => index);

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

const Count = ({ total, isCapped }: { total: number | undefined; isCapped: boolean }) => {
  const { t, i18n } = useTranslation();
  const shown = formatCount(isCapped ? MAX_OFFSET : (total ?? 0), i18n.language);
  const words = t(isCapped ? "assets.capped" : "assets.count", { count: total ?? 0, shown });
  return (
    <span className={styles.count} aria-live="polite">
      {total === undefined ? "" : words}
    </span>
  );
};

const ViewChoice = ({ urlState }: { urlState: LibraryUrlState }) => {
  const { t } = useTranslation();
  const { sort, order, view } = urlState.values;
  const options = ASSET_SORTS.flatMap((key) =>
    (["asc", "desc"] as const).map((way) => ({ value: `${key} ${way}`, label: t(`assets.sort.${key}.${way}`) })),
  );
  return (
    <>
      <Select
        aria-label={t("assets.sort.label")}
        value={`${sort} ${order}`}
        options={options}
        popupMatchSelectWidth={false}
        onChange={(value) => {
          const [key, way] = value.split(" ");
          urlState.set({
            sort: ASSET_SORTS.find((candidate) => candidate === key) ?? "created_at",
            order: way === "asc" ? "asc" : "desc",
          });
        }}
      />
      <Radio.Group
        aria-label={t("assets.view.label")}
        value={view}
        onChange={({ target }) => urlState.set({ view: target.value })}
      >
        <Radio.Button value="grid">
          <AppstoreOutlined aria-hidden="true" /> {t("assets.view.grid")}
        </Radio.Button>
        <Radio.Button value="table">
          <BarsOutlined aria-hidden="true" /> {t("assets.view.table")}
        </Radio.Button>
      </Radio.Group>
    </>
  );
};
