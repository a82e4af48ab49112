import type { DatasetDetail, DatasetView } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { PATHS } from "../../../lib/paths.ts";
import { whereOf } from "../../../shared/dataset-address/view-address.ts";
import { DatasetSelect, ViewSelect } from "../../../shared/dataset-choice/choice-selects.tsx";
import { viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./create.module.css";
import { useSaveWholeVersion } from "./create.queries.ts";
import type { SectionProps } from "./section-props.ts";

/** Which items: a saved view, because a view never changes. */
export const SourceSection = (props: SectionProps) => (
  <div className={styles.pair}>
    <DatasetChoice {...props} />
    <ViewChoice {...props} />
  </div>
);

const DatasetChoice = ({ draft, onChange, areFaultsShown }: SectionProps) => {
  const { t } = useTranslation();
  return (
    <FormField
      label={t("packages.create.dataset")}
      fault={areFaultsShown && draft.datasetId === undefined ? t("packages.create.missing.dataset") : undefined}
    >
      {(id) => (
        <DatasetSelect
          id={id}
          value={draft.datasetId}
          onChange={(datasetId) => onChange({ datasetId, viewId: undefined, columns: undefined })}
        />
      )}
    </FormField>
  );
};

const ViewChoice = (props: SectionProps) => {
  const { draft, onChange, dataset, view, areFaultsShown } = props;
  const { t } = useTranslation();
  const { datasetId } = draft;
  const { data } = useQuery(viewChoicesQuery(datasetId));
  return (
    <FormField
      label={t("packages.create.view")}
      help={view ? <ViewWords view={view} /> : undefined}
      fault={areFaultsShown && draft.viewId === undefined ? t("packages.create.missing.view") : undefined}
    >
      {(id) => (
        <>
          <ViewSelect id={id} datasetId={datasetId} value={draft.viewId} onChange={(viewId) => onChange({ viewId })} />
          {data?.length === 0 && dataset ? (
            <NoViews dataset={dataset} onMade={(viewId) => onChange({ viewId })} />
          ) : null}
        </>
      )}
    </FormField>
  );
};

/** What the view selects, as text. */
const ViewWords = ({ view }: { view: DatasetView }) => {
  const { t, i18n } = useTranslation();
  const { version, q, order_by: order } = view;
  const where = whereOf(view);
  const parts = [
    t("packages.create.viewItems", { version, shown: formatCount(view.items, i18n.language) }),
    where === "" ? t("packages.create.allItems") : where,
    q === "" ? "" : t("packages.create.search", { words: q }),
    order === "" ? "" : t("packages.create.sorted", { order }),
  ];
  return <>{parts.filter(Boolean).join(" · ")}</>;
};

const NoViews = ({ dataset, onMade }: { dataset: DatasetDetail; onMade: (viewId: string) => void }) => {
  const { t, i18n } = useTranslation();
  const { mutate, isPending, error } = useSaveWholeVersion(dataset.id);
  const [requestKey] = useState(newRequestKey);
  const { version } = dataset;
  return (
    <div className={styles.noViews}>
      <p className={styles.quiet}>
        {t("packages.create.noViews")}{" "}
        <Link to={`${PATHS.dataset}?id=${dataset.id}`}>{t("packages.create.openDataset")}</Link>
      </p>
      {version === null ? null : (
        <Button
          size="small"
          loading={isPending}
          onClick={() =>
            mutate(
              { version, name: t("packages.create.wholeName", { version }), request_key: requestKey },
              { onSuccess: ({ id }) => onMade(id) },
            )
          }
        >
          {t("packages.create.whole", { version, shown: formatCount(dataset.items ?? 0, i18n.language) })}
        </Button>
      )}
      {error ? <ErrorPanel isCompact error={error} /> : null}
    </div>
  );
};
