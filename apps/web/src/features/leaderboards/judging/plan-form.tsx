import { type EvaluationDetail, type EvaluationPlanFields, evaluationPlanFields } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../board/section.tsx";
import styles from "./judging.module.css";
import { templatesQuery, usePlan, useStart } from "./judging.queries.ts";
import { PlanFields } from "./plan-fields.tsx";

const USUAL: Omit<EvaluationPlanFields, "template_id"> = {
  mode: "pairwise",
  judges_per_item: 3,
  aggregation: "All",
  gold_rate: 0,
  repeat_rate: 0.05,
  item_budget: null,
};

/** The judging plan and the start button. Nothing is judged before. */
export const PlanForm = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(templatesQuery);
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("leaderboards.plan.templatesFailed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={8} />;
  if (data.items.length === 0) {
    return (
      <EmptyState
        title={t("leaderboards.plan.noTemplates")}
        action={
          <LinkButton isPrimary to={PATHS.dimensionSetEditor}>
            {t("leaderboards.plan.makeTemplate")}
          </LinkButton>
        }
      >
        {t("leaderboards.plan.noTemplatesHint")}
      </EmptyState>
    );
  }
  return <Plan evaluation={evaluation} templates={data.items} />;
};

interface PlanProps {
  evaluation: EvaluationDetail;
  templates: Parameters<typeof PlanFields>[0]["templates"];
}

const Plan = ({ evaluation, templates }: PlanProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { task_id, revision, plan, name } = evaluation;
  const save = usePlan(task_id);
  const start = useStart(evaluation);
  const isStarting = useRef(false);
  const [asked, setAsked] = useState<EvaluationPlanFields>();
  const submit = async (fields: EvaluationPlanFields): Promise<void> => {
    if (isStarting.current) return setAsked(fields);
    await save.mutateAsync({ fields, revision });
    void message.success(t("leaderboards.plan.saved"));
  };
  return (
    <Section title={t("leaderboards.plan.title")} hint={t("leaderboards.plan.hint")}>
      <ZodForm schema={evaluationPlanFields} initial={plan ?? USUAL} onSubmit={submit}>
        {(parts) => (
          <>
            <div className={styles.plan}>
              <PlanFields parts={parts} evaluation={evaluation} templates={templates} />
            </div>
            <div className={styles.buttons}>
              <Button
                type="primary"
                htmlType="submit"
                disabled={parts.isBusy}
                onClick={() => {
                  isStarting.current = true;
                }}
              >
                {t("leaderboards.start.open")}
              </Button>
              <Button
                htmlType="submit"
                loading={parts.isBusy}
                aria-label={t("leaderboards.plan.save")}
                onClick={() => {
                  isStarting.current = false;
                }}
              >
                {t("leaderboards.plan.save")}
              </Button>
            </div>
          </>
        )}
      </ZodForm>
      {asked ? (
        <Confirm
          isOpen
          title={t("leaderboards.start.title", { name })}
          effect={t("leaderboards.start.effect")}
          action={t("leaderboards.start.action")}
          onConfirm={() => start.mutateAsync({ fields: asked, revision })}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </Section>
  );
};
