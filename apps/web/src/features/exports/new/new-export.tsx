import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styles from "../exports.module.css";
import { larkStateQuery, previewQuery } from "../exports.queries.ts";
import { LarkTarget } from "../lark/lark-target.tsx";
import { useLarkTarget } from "../lark/use-lark-target.ts";
import { toPreviewBody, useExportInput } from "../use-export-input.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { StartBar } from "./start-bar.tsx";
import { TargetChoice } from "./target-choice.tsx";
import { WhatForm } from "./what-form.tsx";

/** Form for source and destination, with a preview of the first rows. */
export const NewExport = ({ linkToList }: { linkToList: string }) => {
  const { t } = useTranslation();
  const input = useExportInput();
  const { values } = input;
  const hasTasks = values.task.length > 0;
  const preview = useQuery({ ...previewQuery(toPreviewBody(values)), enabled: hasTasks });
  const lark = useQuery(larkStateQuery);
  const columns = hasTasks ? (preview.data?.columns ?? []) : [];
  const target = useLarkTarget(columns);
  return (
    <div className={styles.form}>
      <section className={styles.card} aria-labelledby="export-what">
        <h2 id="export-what" className={styles.heading}>
          {t("exports.what.title")}
        </h2>
        <WhatForm input={input} />
      </section>
      <section className={styles.card} aria-labelledby="export-where">
        <h2 id="export-where" className={styles.heading}>
          {t("exports.where.title")}
        </h2>
        <TargetChoice input={input} lark={lark} />
        {values.target === "lark" && lark.data?.is_configured ? (
          <LarkTarget target={target} columns={columns} domain={lark.data.domain ?? ""} />
        ) : null}
      </section>
      <section className={styles.card} aria-labelledby="export-preview">
        <h2 id="export-preview" className={styles.heading}>
          {t("exports.preview.title")}
        </h2>
        <PreviewPanel preview={preview} hasTasks={hasTasks} media={values.media} />
      </section>
      <StartBar
        input={input}
        preview={hasTasks ? preview : undefined}
        lark={target}
        isLarkConfigured={lark.data?.is_configured ?? false}
        linkToList={linkToList}
      />
    </div>
  );
};
