import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../ui/format.ts";
import styles from "./dataset-choice.module.css";
import { datasetChoicesQuery, viewChoicesQuery } from "./dataset-choice.queries.ts";

interface ChoiceProps {
  id: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** A choice of the datasets that are indexed. */
export const DatasetSelect = (props: ChoiceProps) => {
  const { t, i18n } = useTranslation();
  const found = useQuery(datasetChoicesQuery);
  const options = found.data
    ?.filter(({ version }) => version !== null)
    .map(({ id, name, items }) => ({
      value: id,
      label: name,
      about: t("shared.datasetChoice.items", { count: items ?? 0, shown: formatCount(items ?? 0, i18n.language) }),
    }));
  return (
    <ChoiceSelect {...props} found={found} options={options} placeholder={t("shared.datasetChoice.datasetHint")} />
  );
};

/** A choice of the saved views of a dataset. */
export const ViewSelect = ({ datasetId, ...props }: ChoiceProps & { datasetId: string | undefined }) => {
  const { t, i18n } = useTranslation();
  const found = useQuery(viewChoicesQuery(datasetId));
  const options = found.data?.map(({ id, name, version, items, created_by: by }) => ({
    value: id,
    label: name,
    about: t("shared.datasetChoice.viewAbout", { version, items: formatCount(items, i18n.language), by }),
  }));
  return (
    <ChoiceSelect
      {...props}
      found={found}
      options={options}
      placeholder={t("shared.datasetChoice.viewHint")}
      isDisabled={datasetId === undefined}
    />
  );
};

interface ChoiceSelectProps extends ChoiceProps {
  found: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
  options: { value: string; label: string; about: string }[] | undefined;
  placeholder: string;
  isDisabled?: boolean;
}

const ChoiceSelect = ({ id, value, onChange, found, options, placeholder, isDisabled = false }: ChoiceSelectProps) => (
  <>
    <Select<string>
      id={id}
      showSearch={{ optionFilterProp: "label" }}
      disabled={isDisabled}
      loading={found.isFetching}
      placeholder={placeholder}
      // An id without its name would be shown while the choices load.
      value={options ? value : undefined}
      options={options}
      optionRender={({ data }) => (
        <span className={styles.option}>
          <span className={styles.name}>{data.label}</span>
          <span className={styles.about}>{data.about}</span>
        </span>
      )}
      onChange={onChange}
    />
    {found.error ? <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} /> : null}
  </>
);
