import type { RunColumn } from "@dailies/contract";
import { MAX_RUN_COLUMNS } from "@dailies/contract/experiments/schemas";
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { CheckList } from "../../../ui/filters/check-list.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { columnsQuery } from "../experiments.queries.ts";
import { columnOf, columnText } from "../experiments.rules.ts";
import styles from "./list.module.css";

interface ColumnPickerProps {
  experimentId: string | undefined;
  chosen: readonly RunColumn[];
  onChange: (columns: readonly RunColumn[]) => void;
  onClose: () => void;
}

/** Chooses parameters and metrics as columns, found by a part of their names. */
export const ColumnPicker = ({ experimentId, chosen, onChange, onClose }: ColumnPickerProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const q = useDebounced(words.trim(), 250);
  const known = useQuery(
    columnsQuery({ ...(experimentId !== undefined && { experiment_id: experimentId }), ...(q !== "" && { q }) }),
  );
  const isFull = chosen.length >= MAX_RUN_COLUMNS;
  const texts = chosen.map(columnText);
  // What is chosen stays in sight whatever is searched for.
  const found = (known.data?.items ?? []).filter(({ kind }) => kind !== "tag");
  const offered = [...chosen, ...found.filter((each) => !texts.includes(columnText(each)))];
  return (
    <FormDialog title={t("experiments.columns.title")} onClose={onClose}>
      <div className={styles.picker}>
        <Input
          allowClear
          value={words}
          maxLength={200}
          aria-label={t("experiments.columns.search")}
          placeholder={t("experiments.columns.search")}
          onChange={({ target }) => setWords(target.value)}
        />
        <p className={styles.quiet}>
          {t("experiments.columns.limit", { chosen: chosen.length, max: MAX_RUN_COLUMNS })}
        </p>
        {known.error ? <ErrorPanel isCompact error={known.error} onRetry={() => void known.refetch()} /> : null}
        {known.isPending ? <Skeleton rows={6} /> : null}
        {known.isSuccess && offered.length === 0 ? (
          <p className={styles.quiet}>{t("experiments.columns.none")}</p>
        ) : null}
        <div className={styles.options}>
          <CheckList
            isMany
            items={offered.map((column) => ({
              value: columnText(column),
              label: t(`experiments.columns.${column.kind === "metric" ? "metric" : "param"}`, { key: column.key }),
              isDisabled: isFull && !texts.includes(columnText(column)),
            }))}
            chosen={texts}
            onChange={(next) => onChange(next.flatMap((text) => columnOf(text) ?? []))}
          />
        </div>
        {known.data?.has_more ? <p className={styles.quiet}>{t("experiments.columns.more")}</p> : null}
      </div>
    </FormDialog>
  );
};
