import { useQuery } from "@tanstack/react-query";
import { Input, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { DatasetSelect, ViewSelect } from "../../../shared/dataset-choice/choice-selects.tsx";
import { viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "./create.module.css";
import { DisagreementsChoice } from "./disagreements-choice.tsx";
import { Labelled } from "./labelled.tsx";
import type { StepProps } from "./step-props.ts";
import { keysOf, missingIn, SOURCE_KINDS, type TaskDraft } from "./task-draft.ts";

/** The name, and where the items come from. */
export const SourceStep = (props: StepProps) => {
  const { t } = useTranslation();
  const { draft, onChange, areFaultsShown } = props;
  const missing = areFaultsShown ? missingIn(draft, "source") : [];
  const faultOf = (word: "name" | "dataset" | "view" | "keys" | "task"): string | undefined =>
    missing.includes(word) ? t(`labelling.create.missing.${word}`) : undefined;
  return (
    <div className={styles.step}>
      <Labelled label={t("labelling.create.name")} fault={faultOf("name")}>
        {(id) => (
          <Input
            id={id}
            value={draft.name}
            maxLength={200}
            placeholder={t("labelling.create.nameExample")}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Labelled>
      <Radio.Group
        aria-label={t("labelling.create.source")}
        value={draft.sourceKind}
        options={SOURCE_KINDS.map((value) => ({ value, label: t(`labelling.create.from.${value}`) }))}
        onChange={({ target }) => onChange({ sourceKind: target.value as TaskDraft["sourceKind"] })}
      />
      {draft.sourceKind === "disagreements" ? (
        <DisagreementsChoice draft={draft} onChange={onChange} fault={faultOf("task")} />
      ) : (
        <Labelled label={t("labelling.create.dataset")} fault={faultOf("dataset")}>
          {(id) => (
            <DatasetSelect
              id={id}
              value={draft.datasetId}
              onChange={(datasetId) =>
                onChange({ datasetId, viewId: undefined, pairColumn: undefined, prefill: {}, scoreColumn: undefined })
              }
            />
          )}
        </Labelled>
      )}
      {draft.sourceKind === "view" ? <ViewChoice {...props} fault={faultOf("view")} /> : null}
      {draft.sourceKind === "keys" ? (
        <>
          <KeysInput
            keysText={draft.keysText}
            onChange={(keysText) => onChange({ keysText })}
            fault={faultOf("keys")}
          />
          <p className={styles.quiet}>{t("labelling.pairs.keysHelp")}</p>
        </>
      ) : null}
    </div>
  );
};

const ViewChoice = ({ draft, onChange, view, fault }: StepProps & { fault: string | undefined }) => {
  const { t, i18n } = useTranslation();
  const { datasetId } = draft;
  const { data } = useQuery(viewChoicesQuery(datasetId));
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <>
      <Labelled label={t("labelling.create.view")} fault={fault}>
        {(id) => (
          <ViewSelect id={id} datasetId={datasetId} value={draft.viewId} onChange={(viewId) => onChange({ viewId })} />
        )}
      </Labelled>
      {data?.length === 0 ? (
        <p className={styles.quiet}>
          {t("labelling.create.noViews")}{" "}
          <Link to={`${PATHS.dataset}?id=${datasetId}`}>{t("labelling.create.openDataset")}</Link>
        </p>
      ) : null}
      <Labelled
        label={t("labelling.create.count")}
        help={view ? t("labelling.create.countHelp", { items: count(view.items) }) : undefined}
      >
        {(id) => (
          <InputNumber<number>
            id={id}
            min={1}
            max={view?.items}
            value={draft.count}
            placeholder={t("labelling.create.all")}
            onChange={(next) => onChange({ count: next })}
          />
        )}
      </Labelled>
    </>
  );
};

interface KeysInputProps {
  keysText: string;
  onChange: (keysText: string) => void;
  fault?: string | undefined;
}

export const KeysInput = ({ keysText, onChange, fault }: KeysInputProps) => {
  const { t, i18n } = useTranslation();
  const found = keysOf(keysText).length;
  return (
    <Labelled
      label={t("labelling.create.keys")}
      fault={fault}
      help={t("labelling.create.keysFound", { count: found, shown: formatCount(found, i18n.language) })}
    >
      {(id) => (
        <Input.TextArea
          id={id}
          className="ds-mono"
          spellCheck={false}
          value={keysText}
          placeholder={t("labelling.create.keysHint")}
          autoSize={{ minRows: 6, maxRows: 14 }}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  );
};
