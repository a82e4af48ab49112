import { type Board, type BoardPrompt, type EvaluationDetail, MAX_PAGE_SIZE, PROMPT_SORTS } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { BoardGate } from "../board/board-gate.tsx";
import styles from "../leaderboards.module.css";
import { promptsQuery } from "../leaderboards.queries.ts";
import { useBoardUrlState } from "../use-url-state.ts";
import { usePromptColumns } from "./prompt-columns.tsx";
import { PromptDetail } from "./prompt-detail.tsx";

const PAGE_SIZE = 30;
const filterShape = z.object({
  sort: z.enum(PROMPT_SORTS).default("disagreement"),
  category: z.string().max(80).optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
});
type PromptFilters = UrlFilters<z.output<typeof filterShape>>;

const NO_PROMPTS: readonly BoardPrompt[] = [];
const keyOf = ({ prompt }: BoardPrompt): string => String(prompt);

/** The prompts with the most disagreement, or that contradict the leaderboard. */
export const PromptsTab = ({ evaluation }: { evaluation: EvaluationDetail }) => (
  <BoardGate evaluation={evaluation}>{(board) => <Prompts board={board} />}</BoardGate>
);

const Prompts = ({ board }: { board: Board }) => {
  const filters = useUrlFilters(filterShape);
  const { aggregation, snapshot } = useBoardUrlState().values;
  const { sort, category, page, page_size: limit } = filters.values;
  const list = useQuery(
    promptsQuery(board.task_id, { aggregation, snapshot, sort, category, limit, offset: (page - 1) * limit }),
  );
  const detail = useDetailParam("prompt");
  const columns = usePromptColumns();
  const { t } = useTranslation();
  const rows = list.data?.items ?? NO_PROMPTS;
  return (
    <>
      <PromptControls board={board} filters={filters} />
      <DataTable
        name={t("leaderboards.prompts.name")}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize: limit,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PAGE_SIZE,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        onOpen={(row) => detail.open(keyOf(row))}
        openKey={detail.openId}
        storageName="board-prompts"
        empty={
          <EmptyState picture="lens" title={t("leaderboards.prompts.none")}>
            {t("leaderboards.prompts.noneHint")}
          </EmptyState>
        }
      />
      <PromptDetail board={board} rows={rows} detail={detail} />
    </>
  );
};

const PromptControls = ({ board, filters }: { board: Board; filters: PromptFilters }) => {
  const { t } = useTranslation();
  const options = board.categories.flatMap(({ category }) => (category ? [{ value: category, label: category }] : []));
  return (
    <div className={styles.controls}>
      <span className={styles.quiet}>{t("leaderboards.prompts.sort")}</span>
      <Segmented
        aria-label={t("leaderboards.prompts.sort")}
        value={filters.values.sort}
        options={PROMPT_SORTS.map((value) => ({ value, label: t(`leaderboards.prompts.sorts.${value}`) }))}
        onChange={(sort) => filters.set({ sort })}
      />
      {options.length > 0 ? (
        <FilterBar
          filters={filters}
          fields={[{ key: "category", label: t("leaderboards.categories.category"), options }]}
        />
      ) : null}
    </div>
  );
};
