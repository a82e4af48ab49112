import type { DatasetDetail, DatasetView } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { addressOfView } from "../../../shared/dataset-address/view-address.ts";
import { LineageLine } from "../../../shared/lineage/lineage-line.tsx";
import { viewsQuery } from "../datasets.queries.ts";

const KEY = "saved_view";

/** The items of a view, with the view itself, so that the page can say what was made from it. */
export const addressOfSavedView = (view: DatasetView): string => `${addressOfView(view)}&${KEY}=${view.id}`;

interface DatasetLineageProps {
  dataset: DatasetDetail;
  version: number | undefined;
}

/** Of the saved view whose items are shown, or else of the shown version. A link that names only a view opens its items. */
export const DatasetLineage = ({ dataset, version }: DatasetLineageProps) => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const viewId = params.get(KEY);
  const views = useQuery({ ...viewsQuery(dataset.id), enabled: viewId !== null });
  const view = views.data?.items.find(({ id }) => id === viewId);
  if (view && !params.has("version")) return <Navigate replace to={addressOfSavedView(view)} />;
  const wanted = view && new URLSearchParams(addressOfView(view).split("?")[1]);
  // After another filter is set, what is shown is no longer the view.
  if (view && wanted && [...wanted].every(([key, value]) => params.get(key) === value))
    return (
      <LineageLine
        of={{ kind: "view", id: view.id }}
        name={view.name}
        label={t("datasets.views.shown", { name: view.name })}
      />
    );
  return <LineageLine of={{ kind: "dataset", id: dataset.id, version }} name={dataset.name} />;
};
