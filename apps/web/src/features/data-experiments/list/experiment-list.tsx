import { DATA_EXPERIMENT_STATES, type DataExperimentState } from "@dailies/contract/data-experiments/schemas";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { z } from "zod";
import { dataExperimentAddress } from "../../../lib/paths.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "../data-experiments.module.css";
import { dataExperimentsQuery } from "../data-experiments.queries.ts";
import { useExperimentColumns } from "./experiment-columns.tsx";

const PAGE_SIZE = 50;
const schema = z.object({ state: z.enum(DATA_EXPERIMENT_STATES).optional(), q: z.string().max(200).optional() });

/** All questions, newest first. */
export const ExperimentList = ({ onAsk }: { onAsk: () => void }) => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const filters = useUrlFilters(schema);
  const { state, q } = filters.values;
  const pages = useInfiniteQuery(dataExperimentsQuery({ limit: PAGE_SIZE, ...(state && { state }), ...(q && { q }) }));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const isFiltered = state !== undefined || Boolean(q);
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <SearchBox
          label={t("dataExperiments.list.search")}
          value={q ?? ""}
          onChange={(words) => filters.set({ q: words }, { replace: true })}
        />
        <Select<DataExperimentState>
          allowClear
          id="data-experiment-state"
          className={styles.state ?? ""}
          value={state ?? null}
          aria-label={t("dataExperiments.list.state")}
          placeholder={t("dataExperiments.list.state")}
          options={DATA_EXPERIMENT_STATES.map((value) => ({ value, label: t(`dataExperiments.state.${value}`) }))}
          onChange={(next) => filters.set({ state: next })}
        />
        {isFiltered ? <Button onClick={filters.clear}>{t("ui.filter.clear")}</Button> : null}
        <span className={styles.quiet} role="status">
          {t("dataExperiments.list.loaded", { count: rows.length, shown: formatCount(rows.length, i18n.language) })}
        </span>
        {pages.hasNextPage ? (
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t("dataExperiments.list.more")}
          </Button>
        ) : null}
      </div>
      <DataTable
        isBare
        name={t("screens.dataExperiment.title")}
        columns={useExperimentColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        isLoading={pages.isPending || pages.isPlaceholderData}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        onOpen={({ id }) => void navigate(dataExperimentAddress(id))}
        empty={<NoQuestions isFiltered={isFiltered} onClear={filters.clear} onAsk={onAsk} />}
      />
    </div>
  );
};

interface NoQuestionsProps {
  isFiltered: boolean;
  onClear: () => void;
  onAsk: () => void;
}

const NoQuestions = ({ isFiltered, onClear, onAsk }: NoQuestionsProps) => {
  const { t } = useTranslation();
  return isFiltered ? (
    <EmptyState
      picture="lens"
      title={t("dataExperiments.list.noneFound")}
      action={<Button onClick={onClear}>{t("ui.filter.clear")}</Button>}
    >
      {t("dataExperiments.list.noneFoundHint")}
    </EmptyState>
  ) : (
    <EmptyState
      title={t("dataExperiments.list.emptyTitle")}
      action={<Button onClick={onAsk}>{t("dataExperiments.create.title")}</Button>}
    >
      {t("dataExperiments.list.emptyHint")}
    </EmptyState>
  );
};
