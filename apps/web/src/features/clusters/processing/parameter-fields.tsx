import type { DatasetDetail, FieldValue, ProcessingTemplate } from "@dailies/contract";
import { PROCESSING_TEMPLATE_SPECS, type ProcessingParameter } from "@dailies/contract/processing/templates";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FieldControl } from "../../../ui/field/field-control.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { serviceChoicesQuery } from "./processing.queries.ts";

export type ParameterValues = Readonly<Record<string, FieldValue | undefined>>;

export const initialValues = (template: ProcessingTemplate): ParameterValues =>
  Object.fromEntries(
    PROCESSING_TEMPLATE_SPECS[template].parameters.map(({ name, initial }) => [
      name,
      Array.isArray(initial) ? [...initial] : (initial as FieldValue),
    ]),
  );

interface ParameterFieldsProps {
  template: ProcessingTemplate;
  values: ParameterValues;
  dataset: DatasetDetail | undefined;
  onChange: (values: ParameterValues) => void;
}

/** A form made from the fields of the template. Columns and services are chosen from those that exist. */
export const ParameterFields = ({ template, values, dataset, onChange }: ParameterFieldsProps) => (
  <>
    {PROCESSING_TEMPLATE_SPECS[template].parameters.map((parameter) => (
      <ParameterField
        key={`${template} ${parameter.name}`}
        parameter={parameter}
        value={values[parameter.name]}
        dataset={dataset}
        onChange={(value) => onChange({ ...values, [parameter.name]: value })}
      />
    ))}
  </>
);

interface ParameterFieldProps {
  parameter: ProcessingParameter;
  value: FieldValue | undefined;
  dataset: DatasetDetail | undefined;
  onChange: (value: FieldValue | undefined) => void;
}

const ParameterField = (props: ParameterFieldProps) => {
  const { parameter, value, onChange } = props;
  const { t } = useTranslation();
  if (parameter.isColumns) return <ColumnChoice {...props} />;
  if (parameter.isService) return <ServiceChoice {...props} />;
  return (
    <FieldControl
      spec={parameter.spec}
      label={t(`clusters.processing.parameter.${parameter.name as "expression"}.label`)}
      help={t(`clusters.processing.parameter.${parameter.name as "expression"}.help`)}
      value={value}
      onChange={onChange}
    />
  );
};

const SIMPLE: ReadonlySet<string> = new Set(["text", "integer", "number", "boolean", "time"]);

const ColumnChoice = ({ parameter, value, dataset, onChange }: ParameterFieldProps) => {
  const { t } = useTranslation();
  const isList = parameter.spec.type === "list";
  const columns = (dataset?.columns ?? []).filter(({ type }) => SIMPLE.has(type) && (isList || type === "text"));
  const options = columns.map(({ name }) => ({ value: name, label: name }));
  return (
    <FormField
      label={t(`clusters.processing.parameter.${parameter.name as "columns"}.label`)}
      help={t(`clusters.processing.parameter.${parameter.name as "columns"}.help`)}
    >
      {(id) => (
        <Select<string | string[]>
          id={id}
          showSearch
          allowClear={isList}
          disabled={dataset === undefined}
          {...(isList && { mode: "multiple" as const })}
          value={value as string | string[]}
          options={options}
          onChange={onChange}
        />
      )}
    </FormField>
  );
};

const ServiceChoice = ({ parameter, value, onChange }: ParameterFieldProps) => {
  const { t } = useTranslation();
  const services = useQuery(serviceChoicesQuery);
  return (
    <FormField
      label={t(`clusters.processing.parameter.${parameter.name as "service"}.label`)}
      help={t(`clusters.processing.parameter.${parameter.name as "service"}.help`)}
    >
      {(id) => (
        <>
          <Select<string>
            id={id}
            showSearch
            loading={services.isFetching}
            value={value === "" ? null : (value as string)}
            // Addresses of clusters are hidden from most people; a service without one is refused with its reason.
            options={services.data?.map(({ name }) => ({ value: name, label: name }))}
            onChange={onChange}
          />
          {services.error ? (
            <ErrorPanel isCompact error={services.error} onRetry={() => void services.refetch()} />
          ) : null}
        </>
      )}
    </FormField>
  );
};
