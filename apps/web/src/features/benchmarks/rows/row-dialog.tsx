import type { BenchmarkDetail, BenchmarkRow, InputValues } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Input, InputNumber } from "antd";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { SchemaForm } from "../../../shared/schema-form/schema-form.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import type { Offers } from "../benchmark.rules.ts";
import { useAddRows, useUpdateRow } from "../benchmarks.queries.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { useSubmit } from "../use-submit.ts";
import { givenByColumns, rowInputs, withStrangers } from "./row-inputs.ts";
import { RowView } from "./row-view.tsx";

interface RowDialogProps {
  task: BenchmarkDetail;
  /** Absent for a new one. */
  row: BenchmarkRow | undefined;
  offers: Offers;
  onRemove: (row: BenchmarkRow) => void;
  onExclude: (row: BenchmarkRow) => void;
  onClose: () => void;
}

export const RowDialog = (props: RowDialogProps) =>
  props.row && !props.offers.canEdit ? <RowView {...props} row={props.row} /> : <RowForm {...props} />;

interface Fields {
  label: string;
  category: string;
  weight: number;
}

const RowForm = ({ task, row, onRemove, onExclude, onClose }: RowDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [round, setRound] = useState(0);
  const [fields, setFields] = useState<Fields>({
    label: row?.label ?? "",
    category: row?.category ?? "",
    weight: row?.weight ?? 1,
  });
  const [inputs, setInputs] = useState<InputValues | undefined>(row?.inputs);
  const add = useAddRows(task.id);
  const update = useUpdateRow(task.id);
  const { isBusy, error, submit } = useSubmit(onClose);
  const again = useSubmit(() => {
    void message.success(t("benchmarks.rows.added", { row: task.rows + 1 }));
    setFields({ ...fields, label: "" });
    setInputs(undefined);
    setRound(round + 1);
  });
  const send = async (): Promise<unknown> => {
    const values = { ...fields, inputs: inputs ?? {} };
    return row ? update.mutateAsync({ ...values, row_id: row.id }) : add.mutateAsync([values]);
  };
  return (
    <FormDialog
      title={row ? t("benchmarks.rows.editTitle", { row: row.index + 1 }) : t("benchmarks.rows.addTitle")}
      isBusy={isBusy || again.isBusy}
      widthPx={600}
      onClose={onClose}
      footer={
        <DialogFooter
          action={t(row ? "benchmarks.rows.save" : "benchmarks.rows.add")}
          isBusy={isBusy}
          isBlocked={inputs === undefined || again.isBusy}
          error={error ?? again.error}
          onCancel={onClose}
          onAct={() => submit(send)}
        >
          {row ? (
            <>
              <Button danger disabled={isBusy} onClick={() => onRemove(row)}>
                {t("benchmarks.rows.remove")}
              </Button>
              <Button disabled={isBusy} onClick={() => onExclude(row)}>
                {t(row.is_excluded ? "benchmarks.rows.include" : "benchmarks.rows.exclude")}
              </Button>
            </>
          ) : (
            <Button disabled={inputs === undefined || isBusy} loading={again.isBusy} onClick={() => again.submit(send)}>
              {t("benchmarks.rows.addAnother")}
            </Button>
          )}
        </DialogFooter>
      }
    >
      <div className={styles.form}>
        <RowInputs key={round} task={task} row={row} onChange={setInputs} />
        <RowFields fields={fields} onChange={setFields} />
      </div>
    </FormDialog>
  );
};

interface RowInputsProps {
  task: BenchmarkDetail;
  row: BenchmarkRow | undefined;
  onChange: (values: InputValues | undefined) => void;
}

const NO_VALUES: InputValues = {};

const RowInputs = ({ task, row, onChange }: RowInputsProps) => {
  const { t } = useTranslation();
  const performers = useQuery(performersQuery);
  const initial = row?.inputs ?? NO_VALUES;
  const inputs = useMemo(() => {
    const all = rowInputs(task.columns_list, performers.data?.items ?? [], t("benchmarks.rows.prompt"));
    return withStrangers(all, initial, (key) => t("benchmarks.rows.unknownKey", { key }));
  }, [task.columns_list, performers.data, initial, t]);
  if (performers.isPending) return <Skeleton rows={4} />;
  // The columns supply inputs the row omits, so only the prompt is required here.
  const asked = inputs.map((input) => ({ ...input, is_required: input.role === "prompt", default: undefined }));
  const hidden = givenByColumns(asked, task.row_keys, initial);
  return (
    <>
      <SchemaForm inputs={asked} initial={initial} hiddenKeys={hidden} onChange={onChange} />
      {hidden.length > 0 ? (
        <p className={styles.hint}>{t("benchmarks.rows.fromColumns", { keys: hidden.join(", ") })}</p>
      ) : null}
    </>
  );
};

const RowFields = ({ fields, onChange }: { fields: Fields; onChange: (fields: Fields) => void }) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.triple}>
      <div>
        <label htmlFor={`${id}-label`} className={styles.label}>
          {t("benchmarks.rows.label")} · {t("ui.form.optional")}
        </label>
        <Input
          id={`${id}-label`}
          value={fields.label}
          maxLength={200}
          onChange={({ target }) => onChange({ ...fields, label: target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-category`} className={styles.label}>
          {t("benchmarks.rows.category")} · {t("ui.form.optional")}
        </label>
        <Input
          id={`${id}-category`}
          value={fields.category}
          maxLength={80}
          onChange={({ target }) => onChange({ ...fields, category: target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-weight`} className={styles.label}>
          {t("benchmarks.rows.weight")}
        </label>
        <InputNumber<number>
          id={`${id}-weight`}
          className={styles.wide}
          value={fields.weight}
          min={0}
          max={1_000}
          onChange={(weight) => onChange({ ...fields, weight: weight ?? 1 })}
        />
      </div>
    </div>
  );
};
