import {
  type LabelField,
  type LabelGold,
  type LabelTaskDetail,
  MAX_GOLD_SHARE,
  MAX_LABEL_GOLD,
} from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Labelled, WholeNumber } from "../create/labelled.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import styles from "./gold.module.css";
import { labelGoldQuery, useUpdateGold } from "./gold.queries.ts";
import { GoldList } from "./gold-list.tsx";
import { parseGold } from "./parse-gold.ts";

interface GoldDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Items whose answers are known, and how often they are mixed in. For the owner of the task. */
export const GoldDialog = ({ taskId, name, onClose }: GoldDialogProps) => {
  const { t } = useTranslation();
  const gold = useQuery(labelGoldQuery(taskId));
  const task = useQuery(labelTaskQuery(taskId));
  const error = gold.error ?? task.error;
  const retry = (): void => {
    void gold.refetch();
    void task.refetch();
  };
  return (
    <FormDialog title={t("labelling.gold.title", { name })} widthPx={720} onClose={onClose}>
      {(close) => {
        if (gold.data && task.data) return <GoldForm task={task.data} gold={gold.data} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={retry} /> : <Skeleton rows={6} />;
      }}
    </FormDialog>
  );
};

interface GoldFormProps {
  task: LabelTaskDetail;
  gold: LabelGold;
  onDone: () => void;
}

const GoldForm = ({ task, gold, onDone }: GoldFormProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [share, setShare] = useState(gold.share);
  const [text, setText] = useState("");
  const { mutate, isPending, error } = useUpdateGold(task.id);
  const { rows, fault } = parseGold(task.fields, text);
  const save = (): void =>
    mutate(
      { share, add: [...rows] },
      {
        onSuccess: () => {
          void message.success(t("labelling.gold.saved"));
          setText("");
        },
      },
    );
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("labelling.gold.about")}</p>
      <WholeNumber
        label={t("labelling.gold.share")}
        help={t("labelling.gold.shareHelp")}
        min={0}
        max={MAX_GOLD_SHARE}
        value={share}
        whenEmpty={0}
        onChange={setShare}
      />
      <RowsInput fields={task.fields} text={text} onChange={setText} />
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <GoldList gold={gold} onRemove={(key) => mutate({ remove: [key] })} isBusy={isPending} />
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.close")}</Button>
        <Button
          type="primary"
          loading={isPending}
          disabled={fault !== undefined || (rows.length === 0 && share === gold.share)}
          onClick={save}
        >
          {t("labelling.gold.save")}
        </Button>
      </div>
    </div>
  );
};

interface RowsInputProps {
  fields: readonly LabelField[];
  text: string;
  onChange: (text: string) => void;
}

const EXAMPLE = '{"key": "clip-0001", "values": {"decision": "keep"}}';

const RowsInput = ({ fields, text, onChange }: RowsInputProps) => {
  const { t, i18n } = useTranslation();
  const { rows, fault } = parseGold(fields, text);
  const wordsOf = (): string | undefined => {
    const { line = 0, field = "" } = fault ?? {};
    return fault && t(`labelling.gold.faults.${fault.word}`, { line, field, most: MAX_LABEL_GOLD });
  };
  return (
    <div className={styles.rows}>
      <Labelled
        label={t("labelling.gold.rows")}
        help={t("labelling.gold.rowsHelp", { example: EXAMPLE })}
        fault={wordsOf()}
      >
        {(id) => (
          <Input.TextArea
            id={id}
            className="ds-mono"
            spellCheck={false}
            value={text}
            placeholder={t("labelling.gold.rowsHint")}
            autoSize={{ minRows: 4, maxRows: 10 }}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Labelled>
      <div className={styles.rowsFoot}>
        <FileButton
          name={t("labelling.gold.file")}
          accept=".csv,.jsonl,.ndjson,.txt"
          onRead={(_, read) => onChange(read)}
        />
        <span role="status" className={styles.quiet}>
          {t("labelling.gold.found", { count: rows.length, shown: formatCount(rows.length, i18n.language) })}
        </span>
      </div>
    </div>
  );
};
