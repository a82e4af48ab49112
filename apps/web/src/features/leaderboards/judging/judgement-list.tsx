import { type EvaluationDetail, type JudgementItem, MAX_PAGE_SIZE } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { Section } from "../board/section.tsx";
import { useJudgementColumns } from "./judgement-columns.tsx";
import styles from "./judging.module.css";
import { judgementsQuery, useVoid } from "./judging.queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const PAGE_SIZE = 50;
const filterShape = z.object({
  rater: z.string().max(254).optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
});

const NONE: readonly JudgementItem[] = [];
const keyOf = ({ id }: JudgementItem): string => id;

/** All judgements, newest first, with the action to exclude one. */
export const JudgementList = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const filters = useUrlFilters(filterShape);
  const { rater, page, page_size: limit } = filters.values;
  const list = useQuery(
    judgementsQuery(
      evaluation.task_id,
      { rater, limit, offset: (page - 1) * limit },
      evaluation.status === "Benchmarking",
    ),
  );
  const [voiding, setVoiding] = useState<JudgementItem>();
  const columns = useJudgementColumns(evaluation.is_mine ? setVoiding : undefined);
  const options = evaluation.raters.map(({ username }) => ({ value: username, label: username }));
  return (
    <Section title={t("leaderboards.judgements.title")} hint={t("leaderboards.judgements.hint")}>
      {options.length > 0 ? (
        <FilterBar filters={filters} fields={[{ key: "rater", label: t("leaderboards.raters.name"), options }]} />
      ) : null}
      <div className={styles.list}>
        <DataTable
          name={t("leaderboards.judgements.title")}
          columns={columns}
          rows={list.data?.items ?? NONE}
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
          storageName="judgements"
          empty={
            <EmptyState picture="lens" title={t("leaderboards.judgements.none")}>
              {t("leaderboards.judgements.noneHint")}
            </EmptyState>
          }
        />
      </div>
      {voiding ? (
        <VoidDialog taskId={evaluation.task_id} judgement={voiding} onClose={() => setVoiding(undefined)} />
      ) : null}
    </Section>
  );
};

interface VoidDialogProps {
  taskId: string;
  judgement: JudgementItem;
  onClose: () => void;
}

const VoidDialog = ({ taskId, judgement, onClose }: VoidDialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useVoid(taskId);
  return (
    <ReasonDialog
      title={t("leaderboards.void.title", { seq: judgement.seq, rater: judgement.rater })}
      effect={t("leaderboards.void.effect")}
      action={t("leaderboards.void.action")}
      onAct={(reason) => mutateAsync({ judgement_id: judgement.id, reason })}
      onClose={onClose}
    />
  );
};
