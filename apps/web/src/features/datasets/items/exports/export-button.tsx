import { DATASET_EXPORT_FORMATS } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRequestKeys } from "../../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Popup } from "../../../../ui/popup.tsx";
import { exportsQuery, useExportItems } from "../items-acts.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { ExportRow } from "./export-row.tsx";
import styles from "./exports.module.css";

/** Exports the filtered items to a file in the background, and lists the exports with their status. */
export const ExportButton = ({ icon }: { icon: ReactNode }) => {
  const { t } = useTranslation();
  const { dataset } = useBrowser();
  const { data } = useQuery(exportsQuery(dataset.id));
  const running = data?.items.filter(({ status }) => status === "Waiting" || status === "Running").length ?? 0;
  return (
    <Popup
      name={t("datasetItems.exports.title")}
      placement="bottomRight"
      trigger={
        <Button icon={icon}>
          {running > 0 ? t("datasetItems.exports.running", { count: running }) : t("datasetItems.exports.name")}
        </Button>
      }
    >
      <ExportPanel />
    </Popup>
  );
};

const ExportPanel = () => {
  const { t } = useTranslation();
  const { dataset, version, filter, urlState, indexed } = useBrowser();
  const { data, error, refetch } = useQuery(exportsQuery(dataset.id));
  const { mutate, isPending, variables, error: refusal } = useExportItems(dataset.id);
  const requestKeys = useRequestKeys();
  const { q, order, cols } = urlState.values;
  // The table may show columns that exist only in the source files; those cannot be exported.
  const written = cols.filter((name) => indexed.some((column) => column.name === name));
  const leftOut = cols.filter((name) => !written.includes(name));
  const start = (format: (typeof DATASET_EXPORT_FORMATS)[number]): void => {
    mutate(
      {
        filters: [],
        where: filter.where,
        q,
        version,
        order_by: order,
        format,
        request_key: requestKeys.keyOf(format),
        ...(cols.length > 0 && { columns: written }),
      },
      { onSuccess: () => requestKeys.forget(format) },
    );
  };
  return (
    <div className={styles.panel}>
      <p className={styles.about}>
        {t(cols.length > 0 ? "datasetItems.exports.aboutColumns" : "datasetItems.exports.about")}
      </p>
      {leftOut.length > 0 ? (
        <p className={styles.about}>
          {t("datasetItems.exports.leftOut", { count: leftOut.length, names: leftOut.join(", ") })}
        </p>
      ) : null}
      <div className={styles.formats}>
        {DATASET_EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            size="small"
            loading={isPending && variables?.format === format}
            disabled={filter.fault !== undefined}
            onClick={() => start(format)}
          >
            {t(`datasetItems.exports.${format}`)}
          </Button>
        ))}
      </div>
      {refusal ? <ErrorPanel isCompact title={t("datasetItems.exports.failed")} error={refusal} /> : null}
      {error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : null}
      {data?.items.map((each) => (
        <ExportRow key={each.id} file={each} />
      ))}
      {data?.items.length === 0 ? <p className={styles.about}>{t("datasetItems.exports.none")}</p> : null}
    </div>
  );
};
