import type { DatasetDetail, DatasetRow, DatasetView } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { itemCalls } from "../../../lib/api/clients/datasets.ts";

interface PreviewRow {
  readonly datasetId: string;
  readonly version: number;
  readonly row: DatasetRow;
}

/** The first item of the view, or of the dataset if keys are given. */
export const previewItemQuery = (dataset: DatasetDetail | undefined, view: DatasetView | undefined) =>
  queryOptions({
    meta: { silent: true },
    staleTime: 30_000,
    queryKey: ["labelling", "choices", "preview", dataset?.id, view?.id],
    enabled: dataset !== undefined,
    queryFn: async (context): Promise<PreviewRow | null> => {
      if (!dataset) return null;
      const version = view?.version ?? dataset.version;
      if (version === null) return null;
      const filter = view ? { filters: view.filters, where: view.where, q: view.q } : {};
      const body = { page_size: 1, version, ...filter };
      const { items } = await itemCalls.listItems({ params: { id: dataset.id }, body }, { signal: context.signal });
      const [row] = items;
      return row ? { datasetId: dataset.id, version, row } : null;
    },
  });
