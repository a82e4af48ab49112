import type { DatasetView } from "@dailies/contract";
import { MAX_SAMPLE } from "@dailies/contract/datasets/item-routes";
import { useQuery } from "@tanstack/react-query";
import { InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { textColumns } from "./dataset-rows.ts";
import {
  chosenDatasetQuery,
  type DatasetChoice,
  datasetChoicesQuery,
  viewChoicesQuery,
} from "./dataset-source.queries.ts";

interface DatasetSourceProps {
  choice: DatasetChoice;
  onChange: (choice: DatasetChoice) => void;
}

const MAX_SEED = 2_147_483_647;

/** Chooses a dataset view, the columns that become prompt and category, and the seeded sample. */
export const DatasetSource = ({ choice, onChange }: DatasetSourceProps) => {
  const { t } = useTranslation();
  const id = useId();
  const datasets = useQuery(datasetChoicesQuery);
  const dataset = useQuery(chosenDatasetQuery(choice.datasetId));
  const error = datasets.error ?? dataset.error;
  const columns = textColumns(dataset.data?.columns ?? []).map(({ name }) => ({ value: name, label: name }));
  const set = (change: Partial<DatasetChoice>): void => onChange({ ...choice, ...change });
  const ready = (datasets.data?.items ?? []).filter(({ version }) => version !== null);
  if (error) {
    const retry = (): void => void (datasets.error ? datasets.refetch() : dataset.refetch());
    return <ErrorPanel isCompact title={t("benchmarks.import.dataset.failed")} error={error} onRetry={retry} />;
  }
  return (
    <>
      <p className={styles.hint}>{t("benchmarks.import.dataset.hint")}</p>
      <Labelled id={`${id}-dataset`} label={t("benchmarks.import.dataset.dataset")}>
        <Select<string>
          id={`${id}-dataset`}
          className={styles.wide}
          showSearch={{ optionFilterProp: "label" }}
          loading={datasets.isPending}
          value={choice.datasetId ?? null}
          options={ready.map(({ id: value, name }) => ({ value, label: name }))}
          notFoundContent={t("benchmarks.import.dataset.none")}
          onChange={(datasetId) => onChange({ count: choice.count, seed: choice.seed, datasetId })}
        />
      </Labelled>
      {choice.datasetId === undefined ? null : (
        <>
          <ViewSelect id={`${id}-view`} choice={choice} onView={(view) => set(withSeed(view))} />
          <Labelled id={`${id}-prompt`} label={t("benchmarks.import.dataset.prompt")}>
            <Select<string>
              id={`${id}-prompt`}
              className={styles.wide}
              loading={dataset.isPending}
              value={choice.promptColumn ?? null}
              options={columns}
              notFoundContent={t("benchmarks.import.dataset.noColumns")}
              onChange={(promptColumn) => set({ promptColumn })}
            />
          </Labelled>
          <Labelled
            id={`${id}-category`}
            label={`${t("benchmarks.import.dataset.category")} · ${t("ui.form.optional")}`}
          >
            <Select<string>
              id={`${id}-category`}
              className={styles.wide}
              allowClear
              value={choice.categoryColumn ?? null}
              options={columns}
              onChange={(categoryColumn?: string) => set({ categoryColumn })}
            />
          </Labelled>
          <SampleFields id={id} choice={choice} onChange={set} />
        </>
      )}
    </>
  );
};

/** A view carries the seed that it was saved with. */
const withSeed = (view: DatasetView | undefined) => (view ? { view, seed: view.seed } : { view });

const Labelled = ({ id, label, children }: { id: string; label: string; children: React.ReactNode }) => (
  <div>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    {children}
  </div>
);

interface ViewSelectProps {
  id: string;
  choice: DatasetChoice;
  onView: (view: DatasetView | undefined) => void;
}

const EVERYTHING = "";

const ViewSelect = ({ id, choice, onView }: ViewSelectProps) => {
  const { t, i18n } = useTranslation();
  const views = useQuery(viewChoicesQuery(choice.datasetId));
  const saved = views.data?.items ?? [];
  const options = [
    { value: EVERYTHING, label: t("benchmarks.import.dataset.everything") },
    ...saved.map(({ id: value, name, version, items }) => ({
      value,
      label: t("benchmarks.import.dataset.view", {
        name,
        version,
        count: items,
        shown: formatCount(items, i18n.language),
      }),
    })),
  ];
  return (
    <Labelled id={id} label={t("benchmarks.import.dataset.viewLabel")}>
      <Select<string>
        id={id}
        className={styles.wide}
        loading={views.isPending}
        value={choice.view?.id ?? EVERYTHING}
        options={options}
        onChange={(chosen) => onView(saved.find(({ id: each }) => each === chosen))}
      />
    </Labelled>
  );
};

interface SampleFieldsProps {
  id: string;
  choice: DatasetChoice;
  onChange: (change: Partial<DatasetChoice>) => void;
}

const SampleFields = ({ id, choice, onChange }: SampleFieldsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.triple}>
      <Labelled id={`${id}-count`} label={t("benchmarks.import.dataset.count", { max: MAX_SAMPLE })}>
        <InputNumber<number>
          id={`${id}-count`}
          className={styles.wide}
          min={1}
          max={MAX_SAMPLE}
          precision={0}
          value={choice.count}
          onChange={(count) => onChange({ count: count ?? 1 })}
        />
      </Labelled>
      <Labelled id={`${id}-seed`} label={t("benchmarks.import.dataset.seed")}>
        <InputNumber<number>
          id={`${id}-seed`}
          className={styles.wide}
          min={0}
          max={MAX_SEED}
          precision={0}
          value={choice.seed}
          onChange={(seed) => onChange({ seed: seed ?? 0 })}
        />
      </Labelled>
    </div>
  );
};
