import { AGGREGATIONS, EXPORT_MEDIA, EXPORT_ROWS } from "@dailies/contract";
import { Segmented, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "../exports.module.css";
import type { ExportInput, ExportInputValues } from "../use-export-input.ts";
import { TaskPicker } from "./task-picker.tsx";

/** Only cells in Lark can hold the files; other rows take links at most, and leaderboards and averages no media. */
const mediaFor = ({ rows, target, aggregation }: ExportInputValues): (typeof EXPORT_MEDIA)[number][] => {
  if (rows === "leaderboard" || aggregation === "Average") return ["none"];
  return target === "lark" && rows === "cells" ? [...EXPORT_MEDIA] : ["none", "link"];
};

/** Resets media that the other choices no longer allow. */
const withMedia = (values: ExportInputValues, patch: Partial<ExportInputValues>): Partial<ExportInputValues> => {
  const next = { ...values, ...patch };
  return mediaFor(next).includes(next.media) ? patch : { ...patch, media: "none" };
};

export const WhatForm = ({ input }: { input: ExportInput }) => {
  const { t } = useTranslation();
  const { values } = input;
  const ids = { tasks: useId(), media: useId() };
  const set = (patch: Partial<ExportInputValues>): void => input.set(withMedia(values, patch));
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <label htmlFor={ids.tasks}>{t("exports.what.tasks")}</label>
        <TaskPicker id={ids.tasks} value={values.task} onChange={(task) => set({ task })} />
      </div>
      <fieldset className={styles.field}>
        <legend>{t("exports.what.rows")}</legend>
        <Segmented
          value={values.rows}
          aria-label={t("exports.what.rows")}
          options={EXPORT_ROWS.map((value) => ({ value, label: t(`exports.rows.${value}`) }))}
          onChange={(rows) => set({ rows })}
        />
        <p className={styles.hint}>{t(`exports.rowsHint.${values.rows}.${values.aggregation}`)}</p>
      </fieldset>
      <fieldset className={styles.field}>
        <legend>{t("exports.what.aggregation")}</legend>
        <Segmented
          value={values.aggregation}
          aria-label={t("exports.what.aggregation")}
          options={AGGREGATIONS.map((value) => ({ value, label: t(`exports.aggregation.${value}`) }))}
          onChange={(aggregation) => set({ aggregation })}
        />
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={ids.media}>{t("exports.what.media")}</label>
        <Select
          id={ids.media}
          className={styles.narrow ?? ""}
          value={values.media}
          options={EXPORT_MEDIA.map((value) => ({
            value,
            label: t(`exports.media.${value}`),
            disabled: !mediaFor(values).includes(value),
          }))}
          onChange={(media) => set({ media })}
        />
      </div>
    </div>
  );
};
