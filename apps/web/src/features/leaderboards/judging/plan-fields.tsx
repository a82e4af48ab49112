import {
  EVALUATION_MODES,
  type EvaluationDetail,
  type evaluationPlanFields,
  type TemplateItem,
} from "@dailies/contract";
import { Form, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import type { ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { formatPercent } from "../../../ui/format.ts";
import { Estimate } from "./estimate.tsx";
import styles from "./judging.module.css";

interface PlanFieldsProps {
  parts: ZodFormParts<typeof evaluationPlanFields>;
  evaluation: EvaluationDetail;
  templates: readonly TemplateItem[];
}

const RATES = [0, 0.02, 0.05, 0.1, 0.2];
const MOST_JUDGES = 50;

export const PlanFields = ({ parts, evaluation, templates }: PlanFieldsProps) => {
  const { t } = useTranslation();
  const { Field } = parts;
  const form = Form.useFormInstance();
  const modes = EVALUATION_MODES.map((value) => ({ value, label: t(`leaderboards.plan.modes.${value}`) }));
  // A template sets the defaults; later changes by the owner are kept.
  const takeFrom = (id: string): void => {
    const chosen = templates.find((template) => template.id === id);
    if (!chosen) return;
    const { mode, judges_per_item } = chosen;
    form.setFieldsValue({ mode, judges_per_item });
  };
  return (
    <>
      <Field
        name="template_id"
        label={t("leaderboards.plan.template")}
        help={<Link to={PATHS.dimensionSetEditor}>{t("leaderboards.plan.makeTemplate")}</Link>}
      >
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={templates.map(({ id, name, version }) => ({
            value: id,
            label: t("leaderboards.strip.template", { name, version }),
          }))}
          onChange={takeFrom}
        />
      </Field>
      <div className={styles.pair}>
        <Field name="mode" label={t("leaderboards.plan.mode")}>
          <Select options={modes} />
        </Field>
        <Field name="judges_per_item" label={t("leaderboards.plan.judges")} help={t("leaderboards.plan.judgesHint")}>
          <InputNumber className={styles.wide} min={1} max={MOST_JUDGES} precision={0} />
        </Field>
        <RateField parts={parts} name="repeat_rate" />
        <RateField parts={parts} name="gold_rate" />
        <Field
          name="item_budget"
          label={t("leaderboards.plan.budget")}
          help={t("leaderboards.plan.budgetHint")}
          isNeeded={false}
        >
          <InputNumber className={styles.wide} min={1} precision={0} />
        </Field>
        <Field name="aggregation" label={t("leaderboards.controls.aggregation")}>
          <Select
            options={(["All", "Average"] as const).map((value) => ({
              value,
              label: t(`leaderboards.plan.aggregations.${value}`),
            }))}
          />
        </Field>
      </div>
      <Estimate evaluation={evaluation} />
    </>
  );
};

const RateField = ({
  parts: { Field },
  name,
}: Pick<PlanFieldsProps, "parts"> & { name: "gold_rate" | "repeat_rate" }) => {
  const { t, i18n } = useTranslation();
  const now: unknown = Form.useWatch(name, Form.useFormInstance());
  const rates = [...new Set([...RATES, ...(typeof now === "number" ? [now] : [])])].sort((one, other) => one - other);
  return (
    <Field name={name} label={t(`leaderboards.plan.${name}`)} help={t(`leaderboards.plan.${name}Hint`)}>
      <Select options={rates.map((value) => ({ value, label: formatPercent(value, 0, i18n.language) }))} />
    </Field>
  );
};
