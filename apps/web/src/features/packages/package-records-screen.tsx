import { PlusOutlined } from "@ant-design/icons";
import type { PackageSummary } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { packageAddress } from "../../lib/paths.ts";
import { useKey } from "../../lib/use-key.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import type { PackageDraft } from "./create/package-draft.ts";
import { NoPackages } from "./list/no-packages.tsx";
import { usePackageColumns } from "./list/package-columns.tsx";
import {
  MAX_PACKAGES_PER_PAGE,
  type PackageFilters,
  toQuery,
  usePackageFilterFields,
  usePackageFilters,
} from "./list/package-filters.ts";
import styles from "./packages.module.css";
import { packagesQuery } from "./packages.queries.ts";
import { PACKAGES_KEYS } from "./packages.shortcuts.ts";
import { useLivePackages } from "./use-live-packages.ts";

const PackagePage = lazyPart(async () => (await import("./detail/package-page.tsx")).PackagePage);
const NewPackageDialog = lazyPart(async () => (await import("./create/new-package-dialog.tsx")).NewPackageDialog);

/** Without an id, the list of packages; with one, its page. */
export const Component = () => {
  const [params] = useSearchParams();
  const id = params.get("id");
  if (id === null) return <ListPage />;
  return (
    <Suspense fallback={<Skeleton rows={12} />}>
      <PackagePage key={id} id={id} />
    </Suspense>
  );
};

const NEW = ["new", "dataset", "view"] as const;

/** The form of a new package, in the URL as `?new=1&dataset=…&view=…` so that other screens can open it. */
const useNewPackage = () => {
  const [params, setParams] = useSearchParams();
  // Closed by mistake, the form opens again as it was.
  const [kept, setKept] = useState<PackageDraft>();
  const go = (isOpen: boolean): void => {
    const next = new URLSearchParams(params);
    for (const key of NEW) next.delete(key);
    if (isOpen) next.set("new", "1");
    setParams(next, { replace: !isOpen });
  };
  return {
    isOpen: params.has("new"),
    datasetId: params.get("dataset") ?? undefined,
    viewId: params.get("view") ?? undefined,
    kept,
    keep: setKept,
    open: () => go(true),
    close: () => go(false),
  };
};

const ListPage = () => {
  const { t } = useTranslation();
  const filters = usePackageFilters();
  const form = useNewPackage();
  useKey(PACKAGES_KEYS.create.keys, form.open);
  return (
    <Page
      isFilling
      title={t("screens.packageRecords.title")}
      about={t("screens.packageRecords.purpose")}
      action={
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={form.open}>
          {t("packages.new")}
        </Button>
      }
    >
      <FilterBar
        filters={filters}
        fields={usePackageFilterFields()}
        searchKey="q"
        searchLabel={t("packages.list.search")}
      />
      <PackageTable filters={filters} onCreate={form.open} />
      {form.isOpen ? (
        <Suspense fallback={null}>
          <NewPackageDialog
            start={{ datasetId: form.datasetId, viewId: form.viewId }}
            kept={form.kept}
            onKeep={form.keep}
            onClose={form.close}
          />
        </Suspense>
      ) : null}
    </Page>
  );
};

const NO_PACKAGES: readonly PackageSummary[] = [];

const PackageTable = ({ filters, onCreate }: { filters: PackageFilters; onCreate: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useQuery(packagesQuery(toQuery(filters.values), useLivePackages()));
  const { page, page_size: pageSize } = filters.values;
  return (
    <div className={styles.frame}>
      <DataTable
        name={t("screens.packageRecords.title")}
        columns={usePackageColumns()}
        rows={list.data?.items ?? NO_PACKAGES}
        rowKey={({ id }) => id}
        // A refetch of the same query must not flicker; another page or filter shows as loading.
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PACKAGES_PER_PAGE,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        onOpen={({ id }) => void navigate(packageAddress(id))}
        storageName="packages"
        empty={<NoPackages filters={filters} onCreate={onCreate} />}
      />
    </div>
  );
};
