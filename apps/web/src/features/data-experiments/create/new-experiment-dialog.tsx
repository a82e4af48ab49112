import { METRIC_DIRECTIONS } from "@dailies/contract/data-experiments/schemas";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Form, Input, InputNumber, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { dataExperimentAddress } from "../../../lib/paths.ts";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { metricChoicesQuery, useCreateDataExperiment } from "../data-experiments.queries.ts";
import { ArmFields } from "./arm-fields.tsx";
import styles from "./create.module.css";
import {
  armFaults,
  bodyOf,
  canAdd,
  canRemove,
  EMPTY_DRAFT,
  type ExperimentDraft,
  withArm,
} from "./experiment-draft.ts";

/** The question, what decides it, and its arms. */
export const NewExperimentDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const keys = useRequestKeys();
  const { mutateAsync, isPending, error } = useCreateDataExperiment();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const ask = async (): Promise<void> => {
    const body = bodyOf(draft);
    setAreFaultsShown(body === undefined);
    if (!body) return;
    // The same request has the same key, so that a second click or a retry asks no second question.
    const made = await mutateAsync({ ...body, request_key: keys.keyOf(JSON.stringify(body)) });
    void message.success(t("dataExperiments.create.done"));
    await navigate(dataExperimentAddress(made.id));
  };
  return (
    <FormDialog title={t("dataExperiments.create.title")} widthPx={920} isBusy={isPending} onClose={onClose}>
      {(close) => (
        // The panel below shows a failure.
        <Form layout="vertical" onFinish={() => void ask().catch(() => undefined)}>
          <QuestionFields draft={draft} onChange={setDraft} areFaultsShown={areFaultsShown} />
          <ArmList draft={draft} onChange={setDraft} areFaultsShown={areFaultsShown} />
          {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
          <FormButtons action={t("dataExperiments.create.create")} isBusy={isPending} onCancel={close} />
        </Form>
      )}
    </FormDialog>
  );
};

interface PartProps {
  draft: ExperimentDraft;
  onChange: (draft: ExperimentDraft) => void;
  areFaultsShown: boolean;
}

const QuestionFields = ({ draft, onChange, areFaultsShown }: PartProps) => {
  const { t } = useTranslation();
  const faultOf = (key: "question" | "metric", isMissing: boolean): string | undefined =>
    areFaultsShown && isMissing ? t(`dataExperiments.create.faults.${key}`) : undefined;
  return (
    <>
      <FormField label={t("dataExperiments.create.question")} fault={faultOf("question", draft.question.trim() === "")}>
        {(id) => (
          <Input
            id={id}
            value={draft.question}
            maxLength={300}
            placeholder={t("dataExperiments.create.questionHint")}
            onChange={({ target }) => onChange({ ...draft, question: target.value })}
          />
        )}
      </FormField>
      <FormField label={t("dataExperiments.create.hypothesis")}>
        {(id) => (
          <Input.TextArea
            id={id}
            value={draft.hypothesis}
            rows={2}
            maxLength={4_000}
            onChange={({ target }) => onChange({ ...draft, hypothesis: target.value })}
          />
        )}
      </FormField>
      <div className={styles.deciding}>
        <FormField label={t("dataExperiments.create.metric")} fault={faultOf("metric", draft.metric === undefined)}>
          {(id) => <MetricSelect id={id} value={draft.metric} onChange={(metric) => onChange({ ...draft, metric })} />}
        </FormField>
        <FormField label={t("dataExperiments.create.direction")}>
          {(id) => (
            <Radio.Group
              id={id}
              value={draft.direction}
              options={METRIC_DIRECTIONS.map((value) => ({ value, label: t(`dataExperiments.direction.${value}`) }))}
              onChange={({ target }) => onChange({ ...draft, direction: target.value as ExperimentDraft["direction"] })}
            />
          )}
        </FormField>
        <FormField label={t("dataExperiments.create.least")} help={t("dataExperiments.create.leastHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={0}
              max={1e15}
              value={draft.minDifference}
              onChange={(value) => onChange({ ...draft, minDifference: value ?? 0 })}
            />
          )}
        </FormField>
      </div>
    </>
  );
};

interface MetricSelectProps {
  id: string;
  value: string | undefined;
  onChange: (metric: string) => void;
}

const MetricSelect = ({ id, value, onChange }: MetricSelectProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const found = useQuery(metricChoicesQuery(useDebounced(typed.trim(), 250)));
  return (
    <>
      <Select<string>
        id={id}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        value={value}
        loading={found.isFetching}
        placeholder={t("dataExperiments.create.metricHint")}
        options={(found.data?.items ?? []).map(({ key }) => ({ value: key, label: key }))}
        onChange={onChange}
      />
      {found.error ? <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} /> : null}
    </>
  );
};

const ArmList = ({ draft, onChange, areFaultsShown }: PartProps) => {
  const { t } = useTranslation();
  const { arms } = draft;
  return (
    <section aria-label={t("dataExperiments.create.arms")}>
      <h3 className={styles.title}>{t("dataExperiments.create.arms")}</h3>
      <p className={styles.quiet}>{t("dataExperiments.create.armsHelp")}</p>
      {arms.map((arm, at) => (
        <ArmFields
          key={arm.key}
          place={at + 1}
          arm={arm}
          faults={areFaultsShown ? armFaults(arm, arms) : undefined}
          onChange={(patch) =>
            onChange({ ...draft, arms: arms.map((each) => (each.key === arm.key ? { ...each, ...patch } : each)) })
          }
          onRemove={
            canRemove(draft) ? () => onChange({ ...draft, arms: arms.filter(({ key }) => key !== arm.key) }) : undefined
          }
        />
      ))}
      <Button disabled={!canAdd(draft)} onClick={() => onChange(withArm(draft))}>
        {t("dataExperiments.create.addArm")}
      </Button>
    </section>
  );
};
