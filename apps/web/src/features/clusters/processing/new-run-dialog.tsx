import type { FieldValue, ProcessingTemplate } from "@dailies/contract";
import { PROCESSING_TEMPLATES } from "@dailies/contract/processing/templates";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Form, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DatasetSelect, ViewSelect } from "../../../shared/dataset-choice/choice-selects.tsx";
import { chosenDatasetQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { clustersQuery } from "../clusters.queries.ts";
import { initialValues, ParameterFields, type ParameterValues } from "./parameter-fields.tsx";
import styles from "./processing.module.css";
import { estimateQuery, useCreateRun } from "./processing.queries.ts";

interface NewRunDialogProps {
  clusterId: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

interface Draft {
  name: string;
  datasetId: string | undefined;
  viewId: string | undefined;
  template: ProcessingTemplate;
  parameters: ParameterValues;
  clusterId: string;
  resources: { cpus: number; gpus: number; parallel: number; max_hours: number };
}

const wholeOf = (values: ParameterValues): Record<string, FieldValue> | undefined => {
  const entries = Object.entries(values).filter((entry): entry is [string, FieldValue] => entry[1] !== undefined);
  return entries.length < Object.keys(values).length ? undefined : Object.fromEntries(entries);
};

/** The view, the template with its parameters, and where it runs; what it will read is said before it starts. */
export const NewRunDialog = ({ clusterId, onCreated, onClose }: NewRunDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync, isPending, error } = useCreateRun();
  const keys = useRequestKeys();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const [draft, setDraft] = useState<Draft>({
    name: "",
    datasetId: undefined,
    viewId: undefined,
    template: "probe",
    parameters: initialValues("probe"),
    clusterId,
    resources: { cpus: 1, gpus: 0, parallel: 2, max_hours: 24 },
  });
  const change = (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch });
  const create = async (close: () => void): Promise<void> => {
    const { viewId, template } = draft;
    const parameters = wholeOf(draft.parameters);
    const name = draft.name.trim();
    const isWhole = viewId !== undefined && parameters !== undefined && name !== "";
    setAreFaultsShown(!isWhole);
    if (!isWhole) return;
    const body = {
      name,
      view_id: viewId,
      template,
      cluster_id: draft.clusterId,
      parameters,
      resources: { ...draft.resources, memory_bytes: 0 },
    };
    // The same request has the same key, so that a second click or a retry starts no second run.
    const made = await mutateAsync({ ...body, request_key: keys.keyOf(JSON.stringify(body)) });
    void message.success(t("clusters.processing.started", { name: made.name }));
    close();
    onCreated(made.id);
  };
  return (
    <FormDialog title={t("clusters.processing.new")} widthPx={920} isBusy={isPending} onClose={onClose}>
      {(close) => (
        <Form component="div" layout="vertical" className={styles.form}>
          <div>
            <SourceFields draft={draft} onChange={change} areFaultsShown={areFaultsShown} />
            <TemplateFields draft={draft} onChange={change} />
          </div>
          <div>
            <Estimate viewId={draft.viewId} template={draft.template} />
            <PlaceFields draft={draft} onChange={change} />
            <FormField
              label={t("clusters.processing.name")}
              help={t("clusters.processing.nameHelp")}
              fault={areFaultsShown && draft.name.trim() === "" ? t("clusters.processing.missing.name") : undefined}
            >
              {(id) => (
                <Input
                  id={id}
                  maxLength={120}
                  value={draft.name}
                  onChange={({ target }) => change({ name: target.value })}
                />
              )}
            </FormField>
            {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
            <Button
              type="primary"
              block
              loading={isPending}
              // The panel above shows a failure.
              onClick={() => void create(close).catch(() => undefined)}
            >
              {t("clusters.processing.start")}
            </Button>
          </div>
        </Form>
      )}
    </FormDialog>
  );
};

interface PartProps {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
}

const SourceFields = ({ draft, onChange, areFaultsShown }: PartProps & { areFaultsShown: boolean }) => {
  const { t } = useTranslation();
  return (
    <>
      <FormField label={t("clusters.processing.dataset")}>
        {(id) => (
          <DatasetSelect
            id={id}
            value={draft.datasetId}
            onChange={(datasetId) => onChange({ datasetId, viewId: undefined })}
          />
        )}
      </FormField>
      <FormField
        label={t("clusters.processing.view")}
        help={t("clusters.processing.viewHelp")}
        fault={areFaultsShown && draft.viewId === undefined ? t("clusters.processing.missing.view") : undefined}
      >
        {(id) => (
          <ViewSelect
            id={id}
            datasetId={draft.datasetId}
            value={draft.viewId}
            onChange={(viewId) => onChange({ viewId })}
          />
        )}
      </FormField>
    </>
  );
};

const TemplateFields = ({ draft, onChange }: PartProps) => {
  const { t } = useTranslation();
  const dataset = useQuery(chosenDatasetQuery(draft.datasetId));
  return (
    <>
      <FormField
        label={t("clusters.processing.template")}
        help={t(`clusters.processing.templates.${draft.template}.about`)}
      >
        {(id) => (
          <Select<ProcessingTemplate>
            id={id}
            value={draft.template}
            options={PROCESSING_TEMPLATES.map((value) => ({
              value,
              label: t(`clusters.processing.templates.${value}.title`),
            }))}
            onChange={(template) => onChange({ template, parameters: initialValues(template) })}
          />
        )}
      </FormField>
      <ParameterFields
        template={draft.template}
        values={draft.parameters}
        dataset={dataset.data}
        onChange={(parameters) => onChange({ parameters })}
      />
      {dataset.error ? <ErrorPanel isCompact error={dataset.error} onRetry={() => void dataset.refetch()} /> : null}
    </>
  );
};

const LIMITS = { cpus: [0, 256], gpus: [0, 64], parallel: [1, 1_000], max_hours: [1, 72] } as const;
const RESOURCES = ["cpus", "gpus", "parallel", "max_hours"] as const;

const PlaceFields = ({ draft, onChange }: PartProps) => {
  const { t } = useTranslation();
  const clusters = useQuery(clustersQuery());
  const { resources } = draft;
  return (
    <>
      <FormField label={t("clusters.job.cluster")}>
        {(id) => (
          <Select<string>
            id={id}
            showSearch={{ optionFilterProp: "label" }}
            loading={clusters.isFetching}
            value={draft.clusterId}
            options={clusters.data?.items
              .filter(({ kind }) => kind === "Ray")
              .map((one) => ({ value: one.id, label: `${one.name} · ${t(`clusters.status.${one.status}`)}` }))}
            onChange={(clusterId) => onChange({ clusterId })}
          />
        )}
      </FormField>
      <div className={styles.pair}>
        {RESOURCES.map((name) => (
          <FormField key={name} label={t(`clusters.processing.resource.${name}`)}>
            {(id) => (
              <InputNumber
                id={id}
                className={styles.number ?? ""}
                min={LIMITS[name][0]}
                max={LIMITS[name][1]}
                {...(name !== "cpus" && name !== "gpus" && { precision: 0 })}
                value={resources[name]}
                onChange={(value) => onChange({ resources: { ...resources, [name]: value ?? LIMITS[name][0] } })}
              />
            )}
          </FormField>
        ))}
      </div>
    </>
  );
};

const Estimate = ({ viewId, template }: { viewId: string | undefined; template: ProcessingTemplate }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.estimate} aria-label={t("clusters.processing.estimate.title")}>
      <h3>{t("clusters.processing.estimate.title")}</h3>
      {viewId === undefined ? (
        <p className={styles.quiet}>{t("clusters.processing.estimate.noView")}</p>
      ) : (
        <EstimateBody viewId={viewId} template={template} />
      )}
    </section>
  );
};

const EstimateBody = ({ viewId, template }: { viewId: string; template: ProcessingTemplate }) => {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(estimateQuery(viewId, template));
  if (error) return <ErrorPanel isCompact error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  const count = (value: number): string => formatCount(value, i18n.language);
  const figures = [
    { name: t("clusters.processing.items"), value: count(data.items) },
    { name: t("clusters.processing.estimate.leftOut"), value: count(data.left_out) },
    { name: t("clusters.processing.estimate.bytes"), value: formatBytes(data.bytes, i18n.language) },
    { name: t("clusters.processing.parts"), value: count(data.parts) },
    {
      name: t("clusters.processing.estimate.time"),
      value:
        data.seconds === null ? t("clusters.processing.estimate.noTime") : `≈ ${formatDuration(data.seconds * 1_000)}`,
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="ds-number">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
