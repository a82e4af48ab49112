import {
  assetKindOf,
  type BenchmarkDetail,
  type DatasetView,
  MAX_IMPORTED_ITEMS,
  type PerformerInput,
  type RowInputSource,
} from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { datasetChoicesQuery, viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { ALL_ITEMS, type DatasetChoice, filterOfView, type ItemFilter, textColumns } from "./dataset-choice.ts";
import type { DatasetImport } from "./use-dataset-import.ts";

interface DatasetSourceProps {
  task: BenchmarkDetail;
  rows: DatasetImport;
  /** Leaves the dialog for the one that adds a performer, and returns to it. */
  onAddColumn: () => void;
}

const MAX_SEED = 2_147_483_647;

/** Chooses a dataset view, what fills each input of a row, and the seeded sample. */
export const DatasetSource = ({ task, rows, onAddColumn }: DatasetSourceProps) => {
  const { t } = useTranslation();
  const id = useId();
  const { choice, setChoice, dataset } = rows;
  const datasets = useQuery(datasetChoicesQuery);
  const error = datasets.error ?? dataset.error;
  const set = (change: Partial<DatasetChoice>): void => setChoice({ ...choice, ...change });
  const ready = (datasets.data ?? []).filter(({ version }) => version !== null);
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
          value={datasets.isPending ? null : (choice.datasetId ?? null)}
          options={ready.map(({ id: value, name }) => ({ value, label: name }))}
          notFoundContent={t("benchmarks.import.dataset.none")}
          onChange={(datasetId) => set({ datasetId, filter: ALL_ITEMS, inputs: {}, categoryColumn: undefined })}
        />
      </Labelled>
      {choice.datasetId === undefined ? null : (
        <>
          <ViewSelect id={`${id}-view`} choice={choice} given={rows.given} onChange={set} />
          <InputSources rows={rows} onChange={set} />
          {task.columns_list.length === 0 ? (
            <p className={styles.hint}>
              {t("benchmarks.import.dataset.noColumn")}{" "}
              <Button size="small" onClick={onAddColumn}>
                {t("benchmarks.toolbar.addColumn")}
              </Button>
            </p>
          ) : null}
          <SampleFields id={id} choice={choice} onChange={set} />
        </>
      )}
    </>
  );
};

const Labelled = ({ id, label, children }: { id: string; label: string; children: React.ReactNode }) => (
  <div>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    {children}
  </div>
);

interface ChoiceProps {
  id: string;
  choice: DatasetChoice;
  onChange: (change: Partial<DatasetChoice>) => void;
}

const isSameFilter = (one: ItemFilter, other: ItemFilter): boolean =>
  one.version === other.version && one.where === other.where && one.q === other.q;

const EVERYTHING = "everything";
const GIVEN = "given";

interface ViewSelectProps extends ChoiceProps {
  given: ItemFilter | undefined;
}

/** A view carries the seed that it was saved with. A filter of the dataset browser is a choice of its own. */
const ViewSelect = ({ id, choice, given, onChange }: ViewSelectProps) => {
  const { t, i18n } = useTranslation();
  const views = useQuery(viewChoicesQuery(choice.datasetId));
  const saved = views.data ?? [];
  const viewOf = (filter: ItemFilter): DatasetView | undefined =>
    saved.find((view) => view.id === filter.viewId || isSameFilter(filterOfView(view), filter));
  const offered = given && !viewOf(given) && !isSameFilter(given, ALL_ITEMS) ? given : undefined;
  const labelOf = ({ name, version: of, items }: DatasetView): string =>
    t("benchmarks.import.dataset.view", { name, version: of, count: items, shown: formatCount(items, i18n.language) });
  const words = [offered?.where ?? "", offered?.q ? `“${offered.q}”` : ""].filter((part) => part !== "").join(" · ");
  const options = [
    { value: EVERYTHING, label: t("benchmarks.import.dataset.everything") },
    ...(offered
      ? [
          {
            value: GIVEN,
            label: t(words === "" ? "benchmarks.import.dataset.givenAll" : "benchmarks.import.dataset.given", {
              version: offered.version ?? "",
              filter: words,
            }),
          },
        ]
      : []),
    ...saved.map((view) => ({ value: view.id, label: labelOf(view) })),
  ];
  const choose = (value: string): void => {
    const view = saved.find(({ id: each }) => each === value);
    if (view) onChange({ filter: filterOfView(view), seed: view.seed });
    else onChange({ filter: value === GIVEN && offered ? offered : ALL_ITEMS });
  };
  return (
    <Labelled id={id} label={t("benchmarks.import.dataset.viewLabel")}>
      <Select<string>
        id={id}
        className={styles.wide}
        loading={views.isPending}
        value={viewOf(choice.filter)?.id ?? (isSameFilter(choice.filter, ALL_ITEMS) ? EVERYTHING : GIVEN)}
        options={options}
        onChange={choose}
      />
    </Labelled>
  );
};

interface InputSourcesProps {
  rows: DatasetImport;
  onChange: (change: Partial<DatasetChoice>) => void;
}

/** One choice per input of the performers, and one for the category. */
const InputSources = ({ rows, onChange }: InputSourcesProps) => {
  const { t } = useTranslation();
  const id = useId();
  const { choice, inputs, sources, columns, dataset } = rows;
  const texts = textColumns(columns).map(({ name }) => ({ value: name, label: name }));
  const optional = t("ui.form.optional");
  const setInput = (key: string, source: RowInputSource | null): void =>
    onChange({ inputs: { ...choice.inputs, [key]: source } });
  return (
    <div className={styles.inputs}>
      {inputs.map((input) => (
        <Labelled
          key={input.key}
          id={`${id}-${input.key}`}
          label={input.is_required ? input.label : `${input.label} · ${optional}`}
        >
          <SourceSelect
            id={`${id}-${input.key}`}
            input={input}
            source={sources[input.key]}
            texts={texts}
            isLoading={dataset.isPending}
            onSource={(source) => setInput(input.key, source)}
          />
        </Labelled>
      ))}
      <Labelled id={`${id}-category`} label={`${t("benchmarks.rows.category")} · ${optional}`}>
        <Select<string>
          id={`${id}-category`}
          className={styles.wide}
          allowClear
          placeholder={t("benchmarks.import.dataset.notFilled")}
          value={choice.categoryColumn ?? null}
          options={columnOptions(texts, (column) => t("benchmarks.import.dataset.column", { column }))}
          onChange={(categoryColumn?: string) => onChange({ categoryColumn })}
        />
      </Labelled>
    </div>
  );
};

const columnOptions = (texts: readonly { value: string }[], label: (column: string) => string) =>
  texts.map(({ value }) => ({ value, label: label(value) }));

interface SourceSelectProps {
  id: string;
  input: PerformerInput;
  source: RowInputSource | undefined;
  texts: readonly { value: string; label: string }[];
  isLoading: boolean;
  onSource: (source: RowInputSource | null) => void;
}

const SourceSelect = ({ id, input, source, texts, isLoading, onSource }: SourceSelectProps) => {
  const { t } = useTranslation();
  const kind = assetKindOf(input);
  const media = kind === "image" ? "first_frame" : "clip";
  const options =
    kind === undefined
      ? columnOptions(texts, (column) => t("benchmarks.import.dataset.column", { column }))
      : [{ value: media, label: t(`benchmarks.import.dataset.${media}`) }];
  const choose = (value: string | undefined): void => {
    if (value === undefined) onSource(null);
    else onSource(kind === undefined ? { from: "column", column: value } : { from: media });
  };
  return (
    <Select<string>
      id={id}
      className={styles.wide}
      allowClear
      loading={isLoading}
      placeholder={t("benchmarks.import.dataset.notFilled")}
      value={source?.from === "column" ? source.column : (source?.from ?? null)}
      options={options}
      notFoundContent={t("benchmarks.import.dataset.noColumns")}
      onChange={choose}
    />
  );
};

const SampleFields = ({ id, choice, onChange }: ChoiceProps) => {
  const { t, i18n } = useTranslation();
  const max = formatCount(MAX_IMPORTED_ITEMS, i18n.language);
  return (
    <div className={styles.pair}>
      <Labelled id={`${id}-count`} label={t("benchmarks.import.dataset.count", { max })}>
        <InputNumber<number>
          id={`${id}-count`}
          className={styles.wide}
          min={1}
          max={MAX_IMPORTED_ITEMS}
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
