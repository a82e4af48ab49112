import type { BenchmarkColumn, BenchmarkDetail, InputValues, PerformerInput, PerformerItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { isUsable } from "../../../shared/performer-picker/health.ts";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { useHealthWords } from "../../../shared/performer-picker/use-health-words.ts";
import { SchemaForm } from "../../../shared/schema-form/schema-form.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Mono } from "../../../ui/mono.tsx";
import type { Offers } from "../benchmark.rules.ts";
import { useAddColumn, useUpdateColumn } from "../benchmarks.queries.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { nameOfColumn } from "../grid/column-head.tsx";
import { useSubmit } from "../use-submit.ts";
import { ColumnView } from "./column-view.tsx";

/** Inputs that come from the rows, or from the seed rule, unless the column already sets them. */
const givenByRows = (inputs: readonly PerformerInput[], rowKeys: readonly string[], params: InputValues): string[] =>
  inputs
    .filter(({ key, role }) => role === "prompt" || role === "seed" || rowKeys.includes(key))
    .filter(({ key }) => params[key] === undefined)
    .map(({ key }) => key);

interface ColumnDialogProps {
  task: BenchmarkDetail;
  /** Absent for a new one. */
  column: BenchmarkColumn | undefined;
  offers: Offers;
  onRemove: (column: BenchmarkColumn) => void;
  onClose: () => void;
}

export const ColumnDialog = (props: ColumnDialogProps) =>
  props.column && !props.offers.canEdit ? (
    <ColumnView column={props.column} isMine={props.task.is_mine} onClose={props.onClose} />
  ) : (
    <ColumnForm {...props} />
  );

const NO_PARAMS: InputValues = {};

const ColumnForm = ({ task, column, onRemove, onClose }: ColumnDialogProps) => {
  const { t } = useTranslation();
  const [performerId, setPerformerId] = useState(column?.performer_id);
  const [label, setLabel] = useState(column?.label ?? "");
  const [isBaseline, setIsBaseline] = useState(column?.is_baseline ?? task.columns_list.length === 0);
  const [params, setParams] = useState<InputValues | undefined>(column?.params ?? NO_PARAMS);
  const add = useAddColumn(task.id);
  const update = useUpdateColumn(task.id);
  const { isBusy, error, submit } = useSubmit(onClose);
  const send = (): void =>
    submit(async () => {
      if (!performerId || !params) return;
      const body = { label: label.trim(), performer_id: performerId, params, is_baseline: isBaseline };
      await (column ? update.mutateAsync({ ...body, column_id: column.id }) : add.mutateAsync(body));
    });
  return (
    <FormDialog
      title={
        column ? t("benchmarks.columns.editTitle", { name: nameOfColumn(column) }) : t("benchmarks.columns.addTitle")
      }
      isBusy={isBusy}
      widthPx={600}
      onClose={onClose}
      footer={
        <DialogFooter
          action={t(column ? "benchmarks.columns.save" : "benchmarks.columns.add")}
          isBusy={isBusy}
          isBlocked={!performerId || !params}
          error={error}
          onCancel={onClose}
          onAct={send}
        >
          {column ? (
            <Button danger disabled={isBusy} onClick={() => onRemove(column)}>
              {t("benchmarks.columns.remove")}
            </Button>
          ) : null}
        </DialogFooter>
      }
    >
      <div className={styles.form}>
        {task.status === "Generating" ? <p className={styles.lead}>{t("benchmarks.columns.running")}</p> : null}
        <ColumnFields
          task={task}
          column={column}
          performerId={performerId}
          label={label}
          isBaseline={isBaseline}
          onPerformer={(id) => {
            setPerformerId(id);
            setParams(id === column?.performer_id ? column.params : NO_PARAMS);
          }}
          onLabel={setLabel}
          onBaseline={setIsBaseline}
          onParams={setParams}
        />
      </div>
    </FormDialog>
  );
};

interface ColumnFieldsProps {
  task: BenchmarkDetail;
  column: BenchmarkColumn | undefined;
  performerId: string | undefined;
  label: string;
  isBaseline: boolean;
  onPerformer: (id: string) => void;
  onLabel: (label: string) => void;
  onBaseline: (isBaseline: boolean) => void;
  onParams: (params: InputValues | undefined) => void;
}

const ColumnFields = (props: ColumnFieldsProps) => {
  const { t } = useTranslation();
  const id = useId();
  const performers = useQuery(performersQuery);
  if (performers.isPending) return <Skeleton rows={6} />;
  if (performers.error) {
    return (
      <ErrorPanel
        title={t("benchmarks.columns.performersFailed")}
        error={performers.error}
        onRetry={() => void performers.refetch()}
      />
    );
  }
  const models = performers.data.items.filter(({ kind, is_enabled }) => kind === "model" && is_enabled);
  const chosen = performers.data.items.find((performer) => performer.id === props.performerId);
  if (models.length === 0) return <p className={styles.warning}>{t("benchmarks.columns.noPerformers")}</p>;
  return (
    <>
      <div>
        <label htmlFor={`${id}-performer`} className={styles.label}>
          {t("benchmarks.columns.performer")}
        </label>
        <PerformerPicker
          id={`${id}-performer`}
          performers={models}
          value={props.performerId}
          onChange={props.onPerformer}
        />
        {chosen ? <PerformerNote performer={chosen} /> : null}
      </div>
      <div>
        <label htmlFor={`${id}-label`} className={styles.label}>
          {t("benchmarks.columns.label")} · {t("ui.form.optional")}
        </label>
        <Input
          id={`${id}-label`}
          value={props.label}
          maxLength={120}
          aria-describedby={`${id}-label-hint`}
          onChange={({ target }) => props.onLabel(target.value)}
        />
        <p id={`${id}-label-hint`} className={styles.hint}>
          {t("benchmarks.columns.labelHint")}
        </p>
      </div>
      <Checkbox checked={props.isBaseline} onChange={({ target }) => props.onBaseline(target.checked)}>
        {t("benchmarks.columns.isBaseline")}
      </Checkbox>
      {chosen ? <Params {...props} performer={chosen} /> : null}
    </>
  );
};

const PerformerNote = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const why = useHealthWords(performer);
  if (!isUsable(performer)) return <p className={styles.warning}>{t("benchmarks.columns.unusable", { why })}</p>;
  return (
    <p className={styles.hint}>
      {why}
      {performer.version ? (
        <>
          {" · "}
          <Mono value={performer.version} shownCharacters={16} />
        </>
      ) : null}
    </p>
  );
};

const Params = ({ task, column, performer, onParams }: ColumnFieldsProps & { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const initial = column && column.performer_id === performer.id ? column.params : NO_PARAMS;
  const hidden = givenByRows(performer.input_schema, task.row_keys, initial);
  return (
    <section aria-label={t("benchmarks.columns.params")}>
      <h3 className={styles.heading}>{t("benchmarks.columns.params")}</h3>
      {hidden.length > 0 ? (
        <p className={styles.hint}>{t("benchmarks.columns.fromRows", { keys: hidden.join(", ") })}</p>
      ) : null}
      <SchemaForm
        key={performer.id}
        isPartial
        inputs={performer.input_schema}
        initial={initial}
        hiddenKeys={hidden}
        onChange={onParams}
      />
    </section>
  );
};
