import { LABEL_STARTERS, type LabelStarter, labelStarter } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { labelFaultText } from "../form/label-fault-text.ts";
import { PairSource } from "../pairs/pair-source.tsx";
import { ScoreColumn } from "../prefill/score-column.tsx";
import { FieldsEditor } from "../templates/fields-editor.tsx";
import { templateFaults } from "../templates/template-draft.ts";
import { TemplatePreview } from "../templates/template-preview.tsx";
import styles from "./create.module.css";
import { previewItemQuery } from "./create.queries.ts";
import { Labelled } from "./labelled.tsx";
import { SavedTemplates } from "./saved-templates.tsx";
import type { StepProps } from "./step-props.ts";
import { isTemplateChanged } from "./task-draft.ts";

/** A caption field starts with the caption of the dataset, if it has one. */
export const usualPrefill = (
  starter: LabelStarter,
  columns: readonly { name: string; role: string | null }[],
): Record<string, string> => {
  const caption = columns.find(({ name, role }) => role === "caption" || name === "caption");
  return starter === "caption_edit" && caption ? { caption: caption.name } : {};
};

/** The form: a starter or a saved template, its fields, and how it looks on a real item. */
export const TemplateStep = (props: StepProps) => {
  const { t } = useTranslation();
  const { draft, onChange, dataset, view, areFaultsShown } = props;
  const { data: item } = useQuery(previewItemQuery(dataset, view));
  // Items of an earlier task keep the values that they start with.
  const columns = draft.sourceKind === "disagreements" ? [] : (dataset?.columns ?? []);
  const [fault] = templateFaults(draft.content).filter(({ index }) => index === undefined);
  return (
    <div className={styles.step}>
      <fieldset className={styles.starters} aria-label={t("labelling.create.starters")}>
        {LABEL_STARTERS.map((starter) => (
          <button
            key={starter}
            type="button"
            className={styles.starter}
            aria-pressed={draft.origin.kind === "starter" && draft.origin.starter === starter}
            onClick={() =>
              onChange({
                origin: { kind: "starter", starter },
                content: labelStarter(starter),
                prefill: usualPrefill(starter, columns),
              })
            }
          >
            <strong>{t(`labelling.starters.${starter}.name`)}</strong>
            <span className={styles.quiet}>{t(`labelling.starters.${starter}.about`)}</span>
          </button>
        ))}
      </fieldset>
      <SavedTemplates {...props} />
      <div className={styles.split}>
        <div className={styles.step}>
          <Labelled
            label={t("labelling.template.templateName")}
            fault={areFaultsShown && fault ? labelFaultText(fault.message, t) : undefined}
            help={useSaveHint(props)}
          >
            {(id) => (
              <Input
                id={id}
                value={draft.content.name}
                maxLength={120}
                onChange={({ target }) => onChange({ content: { ...draft.content, name: target.value } })}
              />
            )}
          </Labelled>
          <PairSource {...props} />
          <FieldsEditor
            content={draft.content}
            onChange={(content) => onChange({ content })}
            columns={columns}
            prefill={draft.prefill}
            onPrefill={(key, column) => {
              const { [key]: _before, ...rest } = draft.prefill;
              onChange({ prefill: column === undefined ? rest : { ...rest, [key]: column } });
            }}
          />
          {Object.keys(draft.prefill).length > 0 ? (
            <ScoreColumn
              columns={columns}
              value={draft.scoreColumn}
              onChange={(scoreColumn) => onChange({ scoreColumn })}
            />
          ) : null}
        </div>
        <TemplatePreview content={draft.content} item={item ?? undefined} prefill={draft.prefill} />
      </div>
    </div>
  );
};

const useSaveHint = ({ draft }: StepProps): string => {
  const { t } = useTranslation();
  if (draft.origin.kind === "starter") return t("labelling.template.savedNew");
  const { version } = draft.origin.template;
  return isTemplateChanged(draft) ? t("labelling.template.savedNext") : t("labelling.template.savedAs", { version });
};
