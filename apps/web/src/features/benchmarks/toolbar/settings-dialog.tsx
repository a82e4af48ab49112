import { ATTEMPT_POLICIES, type BenchmarkDetail, MAX_CONCURRENCY, MAX_SAMPLES, SEED_POLICIES } from "@dailies/contract";
import { App, Form, Input, InputNumber, Select, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { useUpdateBenchmark } from "../benchmarks.queries.ts";
import styles from "../dialogs/dialog.module.css";
import { changeOf, settingsForm, settingsOf } from "./settings-form.ts";

interface SettingsDialogProps {
  task: BenchmarkDetail;
  onClose: () => void;
}

export const SettingsDialog = ({ task, onClose }: SettingsDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useUpdateBenchmark(task.id);
  const isFrozen = task.status !== "Init";
  return (
    <FormDialog title={t("benchmarks.settings.title")} widthPx={600} onClose={onClose}>
      <ZodForm
        schema={settingsForm}
        initial={settingsOf(task)}
        onSubmit={async (form) => {
          await mutateAsync(changeOf(form, isFrozen));
          void message.success(t("benchmarks.settings.saved"));
          onClose();
        }}
      >
        {(parts) => (
          <>
            {isFrozen ? <p className={styles.lead}>{t("benchmarks.settings.frozen")}</p> : null}
            <SamplingFields parts={parts} isFrozen={isFrozen} />
            <RunFields parts={parts} isFrozen={isFrozen} />
            <FormButtons action={t("benchmarks.settings.action")} isBusy={parts.isBusy} onCancel={onClose} />
          </>
        )}
      </ZodForm>
    </FormDialog>
  );
};

interface FieldsProps {
  parts: ZodFormParts<typeof settingsForm>;
  isFrozen: boolean;
}

const SamplingFields = ({ parts: { Field }, isFrozen }: FieldsProps) => {
  const { t } = useTranslation();
  const policy: unknown = Form.useWatch("seed_policy", Form.useFormInstance());
  const policies = SEED_POLICIES.map((value) => ({ value, label: t(`benchmarks.settings.seedPolicies.${value}`) }));
  return (
    <>
      <div className={styles.pair}>
        <Field
          name="samples_per_cell"
          label={t("benchmarks.settings.samples")}
          help={t("benchmarks.settings.samplesHint")}
        >
          <InputNumber className={styles.wide} min={1} max={MAX_SAMPLES} precision={0} disabled={isFrozen} />
        </Field>
        <Field name="seed_policy" label={t("benchmarks.settings.seedPolicy")}>
          <Select disabled={isFrozen} options={policies} />
        </Field>
      </div>
      {policy === "list" ? (
        <Field name="seeds" label={t("benchmarks.settings.seeds")} help={t("benchmarks.settings.seedsHint")}>
          <Input className="ds-mono" disabled={isFrozen} autoComplete="off" />
        </Field>
      ) : null}
    </>
  );
};

const RunFields = ({ parts: { Field }, isFrozen }: FieldsProps) => {
  const { t } = useTranslation();
  const policies = ATTEMPT_POLICIES.map((value) => ({
    value,
    label: t(`benchmarks.settings.attemptPolicies.${value}`),
  }));
  return (
    <>
      <div className={styles.pair}>
        <Field name="attempt_policy" label={t("benchmarks.settings.attemptPolicy")}>
          <Select options={policies} />
        </Field>
        <Field
          name="concurrency"
          label={t("benchmarks.settings.concurrency")}
          help={t("benchmarks.settings.concurrencyHint")}
        >
          <InputNumber className={styles.wide} min={1} max={MAX_CONCURRENCY} precision={0} />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field name="budget" label={t("benchmarks.settings.budget")} help={t("benchmarks.settings.budgetHint")}>
          <InputNumber className={styles.wide} min={0} precision={2} />
        </Field>
        <Field name="currency" label={t("benchmarks.settings.currency")}>
          <Input maxLength={3} disabled={isFrozen} autoComplete="off" />
        </Field>
      </div>
      <Field
        name="is_budget_hard"
        label={t("benchmarks.settings.hard")}
        help={t("benchmarks.settings.hardHint")}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </>
  );
};
