import {
  COLUMN_SET_ANSWERS,
  columnSetName,
  comparesClips,
  type LabelField,
  type LabelTaskDetail,
} from "@dailies/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Labelled } from "../create/labelled.tsx";
import { AsOfInput, Choice } from "./choice.tsx";
import styles from "./exports.module.css";
import { type SnapshotBody, useSnapshotLabels } from "./exports.queries.ts";

type Answers = NonNullable<SnapshotBody["answers"]>;

/** Captions and segments have no majority, so they become no columns. */
const shownFields = (fields: readonly LabelField[], answers: Answers): readonly LabelField[] =>
  answers === "majority" ? fields.filter(({ input }) => input.kind === "field") : fields;

/** Labels of pairs belong to two items each, so that they become no columns. */
export const ColumnsForm = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  return comparesClips(task.fields) ? (
    <p className={styles.quiet}>{t("labelling.pairs.noColumns")}</p>
  ) : (
    <NewColumns task={task} />
  );
};

/** Adds the labels to the dataset version as columns under one name. */
const NewColumns = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  const { source } = task;
  const isSingle = task.overlap === 1;
  const [name, setName] = useState("labels");
  const [answers, setAnswers] = useState<Answers>(isSingle ? "raw" : "majority");
  const [asOf, setAsOf] = useState<string>();
  const { mutate, isPending, error } = useSnapshotLabels(task.id);
  const requestKeys = useRequestKeys();
  const isNamed = columnSetName.safeParse(name).success;
  const fields = shownFields(task.fields, answers);
  const start = (): void => {
    const body = { name, answers, ...(asOf !== undefined && { as_of: asOf }) };
    const choice = JSON.stringify(body);
    mutate({ ...body, request_key: requestKeys.keyOf(choice) }, { onSuccess: () => requestKeys.forget(choice) });
  };
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t("labelling.columns.about", { dataset: source?.dataset_name ?? "", version: source?.version ?? "" })}
      </p>
      <div className={styles.grid}>
        <Labelled
          label={t("labelling.columns.name")}
          help={t("labelling.columns.nameHelp")}
          fault={isNamed ? undefined : t("labelling.columns.nameFault")}
        >
          {(id) => <Input id={id} value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />}
        </Labelled>
        <AsOfInput value={asOf} onChange={setAsOf} />
        <Choice
          label={t("labelling.exports.answers")}
          value={answers}
          options={COLUMN_SET_ANSWERS.map((value) => ({
            value,
            label: t(`labelling.columns.answer.${value}`),
            disabled: value === "raw" && !isSingle,
          }))}
          help={t(`labelling.columns.answerHelp.${answers === "majority" && !isSingle ? "several" : answers}`)}
          onChange={setAnswers}
        />
      </div>
      <div>
        <p>{t("labelling.columns.adds")}</p>
        <ul className={styles.names}>
          {[...fields.map(({ key }) => key), "labels", ...(answers === "raw" ? [] : ["agreement"])].map((key) => (
            <li key={key}>
              <code className="ds-mono">
                {name}.{key}
              </code>
            </li>
          ))}
        </ul>
      </div>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div>
        <Button type="primary" loading={isPending} disabled={!isNamed} onClick={start}>
          {t("labelling.columns.start")}
        </Button>
      </div>
    </div>
  );
};
