import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { type DatasetColumn, LABEL_INPUT_KINDS, type LabelField, type LabelTemplateContent } from "@dailies/contract";
import { Button, Checkbox, Input, Select } from "antd";
import type { TFunction } from "i18next";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SpecEditor } from "../../../ui/field/spec-editor.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { labelFaultText } from "../form/label-fault-text.ts";
import { ConditionFields } from "./condition-fields.tsx";
import {
  blankInput,
  type InputKind,
  keyFrom,
  prefillColumns,
  templateFaults,
  withMoved,
  withNewField,
  withoutField,
} from "./template-draft.ts";
import styles from "./templates.module.css";

export interface FieldsEditorProps {
  content: LabelTemplateContent;
  onChange: (content: LabelTemplateContent) => void;
  /** The columns whose values a field can start with; empty if they are not known. */
  columns: readonly DatasetColumn[];
  /** The column of a field, by field key. */
  prefill: Readonly<Record<string, string>>;
  onPrefill: (key: string, column: string | undefined) => void;
}

/** The fields of a form in their order, each with its input. */
export const FieldsEditor = (props: FieldsEditorProps) => {
  const { t } = useTranslation();
  const { content, onChange } = props;
  const { fields } = content;
  const faults = templateFaults(content);
  return (
    <div className={styles.fields}>
      {fields.map((field, index) => (
        <FieldEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: everything about a field can be edited, also its key.
          key={index}
          {...props}
          field={field}
          index={index}
          faults={[...new Set(faults.filter((fault) => fault.index === index).map(({ message }) => message))]}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={() => onChange({ ...content, fields: withNewField(fields, t("labelling.template.newField")) })}
      >
        {t("labelling.template.addField")}
      </Button>
    </div>
  );
};

interface FieldEditorProps extends FieldsEditorProps {
  field: LabelField;
  index: number;
  faults: readonly string[];
}

const FieldEditor = (props: FieldEditorProps) => {
  const { t } = useTranslation();
  const { content, onChange, field, index, faults } = props;
  const { fields } = content;
  const change = (patch: Partial<LabelField>): void =>
    onChange({ ...content, fields: fields.with(index, { ...field, ...patch }) });
  return (
    <div className={styles.field}>
      <details open={fields.length <= 2 || faults.length > 0}>
        <summary className={styles.summary}>
          <span className={styles.fieldName}>{field.name || t("labelling.template.unnamed")}</span>
          <span className={styles.quiet}>{kindText(field, t)}</span>
        </summary>
        <div className={styles.body}>
          <NameFields {...props} onPatch={change} />
          <InputFields field={field} onPatch={change} />
          <ConditionFields fields={fields} index={index} onPatch={change} />
          <PrefillField {...props} />
          {faults.map((message) => (
            <p key={message} role="status" className={styles.fault}>
              {labelFaultText(message, t)}
            </p>
          ))}
        </div>
      </details>
      <FieldActs {...props} />
    </div>
  );
};

const kindText = ({ input }: LabelField, t: TFunction): string =>
  input.kind === "field" ? t(`ui.field.type.${input.field.type}`) : t(`labelling.template.kinds.${input.kind}`);

const FieldActs = ({ content, onChange, field, index }: FieldEditorProps) => {
  const { t } = useTranslation();
  const { fields } = content;
  const set = (next: LabelField[]): void => onChange({ ...content, fields: next });
  const { name } = field;
  return (
    <span className={styles.acts}>
      <IconButton
        size="small"
        name={t("labelling.template.up", { name })}
        icon={<ArrowUpOutlined aria-hidden="true" />}
        isDisabled={index === 0}
        onClick={() => set(withMoved(fields, index, -1))}
      />
      <IconButton
        size="small"
        name={t("labelling.template.down", { name })}
        icon={<ArrowDownOutlined aria-hidden="true" />}
        isDisabled={index === fields.length - 1}
        onClick={() => set(withMoved(fields, index, 1))}
      />
      <IconButton
        size="small"
        name={t("labelling.template.remove", { name })}
        icon={<DeleteOutlined aria-hidden="true" />}
        isDisabled={fields.length === 1}
        onClick={() => set(withoutField(fields, index))}
      />
    </span>
  );
};

interface PatchProps {
  onPatch: (patch: Partial<LabelField>) => void;
}

const NameFields = ({ content, field, index, prefill, onPrefill, onPatch }: FieldEditorProps & PatchProps) => {
  const { t } = useTranslation();
  const id = useId();
  const others = content.fields.filter((_, at) => at !== index).map(({ key }) => key);
  // The key follows the name until the user gives it one of its own.
  const isDerived = field.key === keyFrom(field.name, others);
  const rename = (name: string): void => {
    const key = isDerived ? keyFrom(name, others) : field.key;
    onPatch({ name, key });
    const column = prefill[field.key];
    if (key !== field.key && column !== undefined) {
      onPrefill(field.key, undefined);
      onPrefill(key, column);
    }
  };
  return (
    <>
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <label htmlFor={`${id}-name`}>{t("labelling.template.name")}</label>
          <Input id={`${id}-name`} value={field.name} maxLength={120} onChange={({ target }) => rename(target.value)} />
        </div>
        <div className={styles.labelled}>
          <label htmlFor={`${id}-key`}>{t("labelling.template.key")}</label>
          <Input
            id={`${id}-key`}
            className="ds-mono"
            spellCheck={false}
            value={field.key}
            maxLength={64}
            onChange={({ target }) => onPatch({ key: target.value })}
          />
        </div>
      </div>
      <div className={styles.labelled}>
        <label htmlFor={`${id}-help`}>{t("labelling.template.help")}</label>
        <Input
          id={`${id}-help`}
          value={field.help}
          maxLength={1_000}
          onChange={({ target }) => onPatch({ help: target.value })}
        />
      </div>
      <Checkbox checked={field.is_required} onChange={({ target }) => onPatch({ is_required: target.checked })}>
        {t("labelling.template.required")}
      </Checkbox>
    </>
  );
};

const InputFields = ({ field: { input }, onPatch }: { field: LabelField } & PatchProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <div className={styles.labelled}>
        <label htmlFor={`${id}-kind`}>{t("labelling.template.input")}</label>
        <Select<InputKind>
          id={`${id}-kind`}
          value={input.kind}
          options={LABEL_INPUT_KINDS.map((kind) => ({ value: kind, label: t(`labelling.template.kinds.${kind}`) }))}
          onChange={(kind) => onPatch({ input: blankInput(kind) })}
        />
      </div>
      {input.kind === "field" ? (
        <SpecEditor
          canChangeType
          isFolded
          spec={input.field}
          onChange={(spec) => onPatch({ input: { kind: "field", field: spec } })}
        />
      ) : null}
      {input.kind === "segments" ? (
        <>
          <div className={styles.labelled}>
            <label htmlFor={`${id}-classes`}>{t("labelling.template.classes")}</label>
            <Select<string[]>
              id={`${id}-classes`}
              mode="tags"
              open={false}
              suffixIcon={null}
              tokenSeparators={[",", "\n"]}
              value={input.classes}
              onChange={(classes) => onPatch({ input: { ...input, classes } })}
            />
          </div>
          <Checkbox
            checked={input.allows_overlap}
            onChange={({ target }) => onPatch({ input: { ...input, allows_overlap: target.checked } })}
          >
            {t("labelling.template.overlap")}
          </Checkbox>
        </>
      ) : null}
    </>
  );
};

/** A caption usually starts with the text that a model or an earlier person wrote. */
const PrefillField = ({ field, columns, prefill, onPrefill }: FieldEditorProps) => {
  const { t } = useTranslation();
  const id = useId();
  const offered = prefillColumns(field, columns);
  if (offered.length === 0) return null;
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{t("labelling.template.prefill")}</label>
      <Select<string>
        id={id}
        allowClear
        showSearch
        placeholder={t("labelling.template.noPrefill")}
        value={prefill[field.key]}
        options={offered.map(({ name }) => ({ value: name, label: name }))}
        onChange={(column) => onPrefill(field.key, column)}
      />
    </div>
  );
};
