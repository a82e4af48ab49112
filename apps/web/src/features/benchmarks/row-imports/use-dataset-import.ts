import type { BenchmarkDetail, DatasetRow, RowInputSource } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { chosenDatasetQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import type { RowImportAddress } from "../../../shared/row-import-address.ts";
import { rowInputs } from "../rows/row-inputs.ts";
import { useSubmit } from "../use-submit.ts";
import { type DatasetChoice, fillableInputs, firstChoice, sourcesOf } from "./dataset-choice.ts";
import { previewItems, useStartRowImport } from "./dataset-source.queries.ts";

export interface PreviewedSample {
  items: readonly DatasetRow[];
  /** How many items match the filter. */
  total: number;
  version: number;
  sources: Readonly<Record<string, RowInputSource>>;
}

/** The state of an import from a dataset: what was chosen, the first items of the sample, and the request that starts it. */
export const useDatasetImport = (task: BenchmarkDetail, given: RowImportAddress | undefined, onStarted: () => void) => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<DatasetChoice>(() => firstChoice(given));
  const [preview, setPreview] = useState<PreviewedSample>();
  const [requestKey] = useState(newRequestKey);
  const dataset = useQuery(chosenDatasetQuery(choice.datasetId));
  const performers = useQuery(performersQuery);
  const start = useStartRowImport(task.id);
  const looking = useSubmit(() => undefined);
  const starting = useSubmit(onStarted);
  const { datasetId } = choice;
  const [firstFilter] = useState(choice.filter);
  const inputs = fillableInputs(
    rowInputs(task.columns_list, performers.data?.items ?? [], t("benchmarks.rows.prompt")),
  );
  const columns = dataset.data?.columns ?? [];
  const sources = sourcesOf(choice, inputs, columns);
  const isGiven = datasetId !== undefined && Object.keys(sources).length > 0;

  const look = (): void => {
    if (datasetId === undefined) return;
    looking.submit(async () => {
      const { items, total, version } = await previewItems(choice, datasetId);
      if (items.length === 0) throw new Error(t("benchmarks.import.dataset.nothing"));
      setPreview({ items, total, version, sources });
    });
  };
  const run = (): void => {
    if (!preview || datasetId === undefined) return;
    const { categoryColumn } = choice;
    const category = categoryColumn === undefined ? {} : { category_column: categoryColumn };
    const mapping = { inputs: { ...preview.sources }, ...category };
    starting.submit(() => start.mutateAsync({ choice, datasetId, version: preview.version, mapping, requestKey }));
  };
  return {
    /** What was chosen in the dataset browser, as long as it is the same dataset. */
    given: given?.datasetId === datasetId ? firstFilter : undefined,
    choice,
    setChoice,
    inputs,
    sources,
    columns,
    dataset,
    preview,
    /** How many items the import will read. */
    wanted: Math.min(choice.count, preview?.total ?? choice.count),
    look,
    run,
    change: () => setPreview(undefined),
    isGiven,
    isBusy: looking.isBusy || starting.isBusy,
    isStarting: starting.isBusy,
    error: looking.error ?? starting.error,
  };
};
export type DatasetImport = ReturnType<typeof useDatasetImport>;
