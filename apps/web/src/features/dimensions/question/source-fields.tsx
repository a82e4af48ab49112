import { DIMENSION_SOURCES, findMetric, METRICS } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Radio, Select } from "antd";
import { useTranslation } from "react-i18next";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { Labelled } from "./labelled.tsx";
import { type QuestionDraft, withMetric, withSource } from "./question-draft.ts";
import type { QuestionFormProps } from "./question-form-props.ts";

/** Who answers: people, a metric of the clip, or a performer as judge. */
export const SourceFields = (props: QuestionFormProps) => {
  const { t } = useTranslation();
  const { draft, isReadOnly, onChange } = props;
  return (
    <>
      <Labelled label={t("dimensions.source")} isGroup help={t(`dimensions.sources.${draft.source}.about`)}>
        {(field) => (
          <Radio.Group
            aria-labelledby={field.labelId}
            optionType="button"
            size="small"
            value={draft.source}
            disabled={isReadOnly}
            options={DIMENSION_SOURCES.map((value) => ({ value, label: t(`dimensions.sources.${value}.name`) }))}
            onChange={({ target }) => onChange(withSource(draft, target.value as QuestionDraft["source"]))}
          />
        )}
      </Labelled>
      {draft.source === "auto" ? <MetricField {...props} /> : null}
      {draft.source === "judge" ? <JudgeField {...props} /> : null}
    </>
  );
};

const MetricField = ({ draft, isReadOnly, faults, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  const metric = draft.metric_key === null ? undefined : findMetric(draft.metric_key);
  const about = metric && [
    `${metric.definition}.`,
    t("dimensions.metric.catches", { fault: metric.catches }),
    metric.needs === "nothing" ? undefined : t(`dimensions.metric.needs.${metric.needs}`),
  ];
  return (
    <Labelled label={t("dimensions.metric.title")} fault={faults.metric_key} help={about?.filter(Boolean).join(" ")}>
      {(field) => (
        <Select<string>
          {...field.input}
          className="ds-field-wide"
          showSearch={{ optionFilterProp: "label" }}
          placeholder={t("dimensions.metric.choose")}
          value={draft.metric_key}
          disabled={isReadOnly}
          options={METRICS.map(({ key, name, unit, direction }) => ({
            value: key,
            label: [name, unit, t(`dimensions.directions.${direction}.name`)].filter(Boolean).join(" · "),
          }))}
          onChange={(key) => onChange(withMetric(draft, key))}
        />
      )}
    </Labelled>
  );
};

const JudgeField = ({ draft, isReadOnly, faults, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  const list = useQuery(performersQuery);
  const judges = (list.data?.items ?? []).filter(({ kind }) => kind === "judge");
  return (
    <Labelled
      label={t("dimensions.judge.title")}
      fault={faults.metric_key}
      help={list.data && judges.length === 0 ? t("dimensions.judge.none") : undefined}
    >
      {(field) => (
        <PerformerPicker
          id={field.input.id}
          performers={judges}
          value={draft.metric_key ?? undefined}
          isLoading={list.isPending}
          isDisabled={isReadOnly}
          onChange={(id) => onChange({ ...draft, metric_key: id })}
        />
      )}
    </Labelled>
  );
};
