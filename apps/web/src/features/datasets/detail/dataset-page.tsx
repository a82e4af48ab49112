import type { DatasetDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../../lib/api/api-error.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { PATHS } from "../../../lib/paths.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Page } from "../../../ui/page.tsx";
import { datasetQuery } from "../datasets.queries.ts";
import { useDatasetActs } from "../list/use-dataset-acts.tsx";
import { DatasetActions } from "./dataset-actions.tsx";
import { DatasetGone } from "./dataset-gone.tsx";
import { DatasetHeader } from "./dataset-header.tsx";
import { DatasetLineage } from "./dataset-lineage.tsx";
import { DatasetNotes } from "./dataset-notes.tsx";
import { NoVersion } from "./no-version.tsx";
import { useShownVersion } from "./use-shown-version.ts";

// Loaded lazily: only users who open a dataset need its player, facets and grid.
const ItemBrowser = lazyPart(async () => (await import("../items/item-browser.tsx")).ItemBrowser);

/** One dataset: its header, the displayed version and its items. */
export const DatasetPage = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const found = useQuery(datasetQuery(id));
  if (found.error instanceof ApiError && found.error.status === 404) return <DatasetGone />;
  if (found.data) return <OpenDataset dataset={found.data} />;
  return (
    <Page title={t("screens.dataset.title")} about={t("screens.dataset.purpose")}>
      {found.error ? (
        <ErrorPanel
          title={t("datasets.openFailed")}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
};

const OpenDataset = ({ dataset }: { dataset: DatasetDetail }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { acts, dialog } = useDatasetActs(() => void navigate(PATHS.dataset));
  const shown = useShownVersion(dataset);
  return (
    <Page
      isFilling
      title={dataset.name}
      about={dataset.description || t("screens.dataset.purpose")}
      action={<DatasetActions dataset={dataset} acts={acts} />}
    >
      <DatasetHeader dataset={dataset} shown={shown} />
      <DatasetLineage dataset={dataset} version={shown.version} />
      <DatasetNotes dataset={dataset} shown={shown} acts={acts} />
      {shown.version === undefined ? (
        <NoVersion dataset={dataset} acts={acts} />
      ) : (
        <Suspense fallback={<Skeleton rows={12} />}>
          <ItemBrowser key={`${dataset.id}@${shown.version}`} dataset={dataset} version={shown.version} />
        </Suspense>
      )}
      {dialog}
    </Page>
  );
};
