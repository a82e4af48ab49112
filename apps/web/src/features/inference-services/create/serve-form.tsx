import type { ServiceTemplate } from "@dailies/contract";
import { SERVICE_TEMPLATES } from "@dailies/contract/inference-services/config";
import { useQuery } from "@tanstack/react-query";
import { Form, Input, InputNumber, Segmented, Select } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { serviceClustersQuery } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import type { CreateFormProps } from "./endpoint-form.tsx";
import { EnvInput } from "./env-input.tsx";
import { configOf, FIRST_FIELDS, serveForm, TEMPLATE_FIELDS } from "./serve-form.rules.ts";
import { ServePreview } from "./serve-preview.tsx";

type FieldOf = ZodFormParts<typeof serveForm>["Field"];

/** An application of Ray Serve with one deployment. */
export const ServeServiceForm = ({ requestKey, save, close }: CreateFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm
      schema={serveForm}
      initial={FIRST_FIELDS as never}
      onSubmit={async (values) => {
        const { name, template, model, cluster_id } = values;
        const config = configOf(values);
        await save({ kind: "Ray Serve", name, template, model, cluster_id, config, request_key: requestKey });
        close();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <TemplateFields Field={Field} />
          <CodeFields Field={Field} />
          <ScaleFields Field={Field} />
          <Field name="env" label={t("services.form.env")} help={t("services.form.envHelp")}>
            <EnvInput />
          </Field>
          <ServePreview />
          <FormButtons action={t("services.create.submit")} isBusy={isBusy} onCancel={close} />
        </>
      )}
    </ZodForm>
  );
};

const TemplateFields = ({ Field }: { Field: FieldOf }) => {
  const { t, i18n } = useTranslation();
  const form = Form.useFormInstance();
  const clusters = useQuery(serviceClustersQuery());
  const number = (value: number): string => formatNumber(Math.round(value * 10) / 10, i18n.language);
  return (
    <div className={styles.pair}>
      <Field name="template" label={t("services.form.template")} help={t("services.form.templateHelp")}>
        <Select<ServiceTemplate>
          options={SERVICE_TEMPLATES.map((value) => ({ value, label: t(`services.template.${value}`) }))}
          onSelect={(value: ServiceTemplate) => form.setFieldsValue(TEMPLATE_FIELDS[value])}
        />
      </Field>
      <Field name="cluster_id" label={t("services.form.cluster")} help={t("services.form.clusterHelp")}>
        <Select
          loading={clusters.isPending}
          notFoundContent={t("services.clusters.none")}
          options={(clusters.data?.items ?? []).map((one) => ({
            value: one.id,
            disabled: one.status === "Unreachable",
            label: one.gpu
              ? t("services.form.clusterFree", {
                  name: one.name,
                  gpu: number(one.gpu.free),
                  cpu: number(one.cpu?.free ?? 0),
                })
              : one.name,
          }))}
        />
      </Field>
      <Field name="name" label={t("services.form.name")} help={t("services.form.nameHelp")}>
        <Input
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            if (!form.isFieldTouched("route_prefix")) form.setFieldValue("route_prefix", `/${target.value}`);
          }}
        />
      </Field>
      <Field name="model" label={t("services.form.model")}>
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </div>
  );
};

const CodeFields = ({ Field }: { Field: FieldOf }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.pair}>
      <Field name="import_path" label={t("services.form.importPath")} help={t("services.form.importPathHelp")}>
        <Input maxLength={300} placeholder="captioner.serve:app" autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="deployment" label={t("services.form.deployment")} help={t("services.form.deploymentHelp")}>
        <Input maxLength={100} placeholder="Captioner" autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="route_prefix" label={t("services.form.route")}>
        <Input maxLength={200} autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="working_dir" label={t("services.form.workingDir")} help={t("services.form.workingDirHelp")}>
        <Input maxLength={1_000} placeholder="s3://bucket/captioner.zip" autoComplete="off" spellCheck={false} />
      </Field>
    </div>
  );
};

const ScaleFields = ({ Field }: { Field: FieldOf }) => {
  const { t } = useTranslation();
  const mode: unknown = Form.useWatch("mode");
  const wide = { width: "100%" };
  return (
    <div className={styles.pair}>
      <Field name="mode" label={t("services.form.mode")}>
        <Segmented
          block
          options={(["fixed", "auto"] as const).map((value) => ({ value, label: t(`services.form.modes.${value}`) }))}
        />
      </Field>
      {mode === "auto" ? (
        <Field name="target_ongoing_requests" label={t("services.form.target")} isNeeded>
          <InputNumber min={0.1} max={10_000} style={wide} />
        </Field>
      ) : (
        <Field name="replicas" label={t("services.form.replicas")} isNeeded>
          <InputNumber min={1} max={256} precision={0} style={wide} />
        </Field>
      )}
      {mode === "auto" ? (
        <>
          <Field name="min_replicas" label={t("services.form.min")} isNeeded>
            <InputNumber min={0} max={256} precision={0} style={wide} />
          </Field>
          <Field name="max_replicas" label={t("services.form.max")} isNeeded>
            <InputNumber min={1} max={256} precision={0} style={wide} />
          </Field>
        </>
      ) : null}
      <Field name="gpus" label={t("services.form.gpus")}>
        <InputNumber min={0} max={64} style={wide} />
      </Field>
      <Field name="cpus" label={t("services.form.cpus")}>
        <InputNumber min={0} max={1_024} style={wide} />
      </Field>
      <Field name="accelerator_type" label={t("services.form.accelerator")}>
        <Input maxLength={60} placeholder="H100" autoComplete="off" spellCheck={false} />
      </Field>
    </div>
  );
};
