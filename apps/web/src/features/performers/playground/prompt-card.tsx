import type { InputValues, PerformerItem, PerformerTaskItem } from "@dailies/contract";
import { Button, Input, Segmented } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { SchemaForm } from "../../../shared/schema-form/schema-form.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { useStored } from "../../../ui/use-stored.ts";
import { onRunKey } from "../on-run-key.ts";
import { EstimateNote } from "./estimate-note.tsx";
import styles from "./quick.module.css";
import { needsOptions, optionsOf, valuesOf } from "./quick.rules.ts";
import { takesSeeds } from "./seeds.ts";
import { useRun } from "./use-run.ts";

const TAKES = [1, 2, 4];
const NO_OPTIONS: InputValues = {};

interface PromptCardProps {
  performers: readonly PerformerItem[];
  onRun: (calls: readonly PerformerTaskItem[]) => void;
}

/** One field for the prompt; all other options are small or collapsed. */
export const PromptCard = ({ performers, onRun }: PromptCardProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [stored, store] = useStored("playground-performer", "");
  const performer = performers.find((each) => each.id === stored) ?? performers[0];
  const [prompt, setPrompt] = useState("");
  const [takes, setTakes] = useState(1);
  const [options, setOptions] = useState<InputValues | undefined>(NO_OPTIONS);
  const run = useRun();
  if (!performer) return null;
  const calls = takesSeeds(performer) ? takes : 1;
  const values = valuesOf(performer, prompt, options);
  const start = (): void => {
    if (values === undefined || run.isPending) return;
    const seeds = { mode: "count", count: calls, list: "" } as const;
    run.mutate({ performer, values, seeds }, { onSuccess: ({ items }) => onRun(items) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start();
  };
  const runByKey = onRunKey(start);
  return (
    <form className={styles.card} aria-label={t("performers.quick.form")} onSubmit={submit}>
      <label htmlFor={id} className="ds-visually-hidden">
        {t("performers.prompt")}
      </label>
      <Input.TextArea
        id={id}
        className={styles.prompt}
        variant="borderless"
        autoSize={{ minRows: 3, maxRows: 10 }}
        maxLength={4_000}
        placeholder={t("performers.quick.placeholder")}
        value={prompt}
        onChange={({ target }) => setPrompt(target.value)}
        onKeyDown={runByKey}
      />
      <OptionsFold key={performer.id} performer={performer} onChange={setOptions} />
      {run.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={run.error} /> : null}
      <div className={styles.foot}>
        <span className={styles.picker}>
          <PerformerPicker
            performers={performers}
            value={performer.id}
            onChange={(next) => {
              setOptions(NO_OPTIONS);
              store(next);
            }}
          />
        </span>
        {takesSeeds(performer) ? (
          <Segmented<number>
            aria-label={t("performers.quick.takes")}
            value={takes}
            options={TAKES.map((count) => ({ value: count, label: t("performers.quick.take", { count }) }))}
            onChange={setTakes}
          />
        ) : null}
        <span className={styles.space} />
        <EstimateNote performer={performer} values={values} calls={calls} />
        <Button type="primary" size="large" htmlType="submit" disabled={values === undefined} loading={run.isPending}>
          {t("performers.quick.run", { count: calls })}
        </Button>
      </div>
    </form>
  );
};

interface OptionsFoldProps {
  performer: PerformerItem;
  onChange: (options: InputValues | undefined) => void;
}

const OptionsFold = ({ performer, onChange }: OptionsFoldProps) => {
  const { t } = useTranslation();
  const inputs = optionsOf(performer);
  if (inputs.length === 0) return null;
  return (
    <details className={styles.options} open={needsOptions(performer)}>
      <summary>{t("performers.quick.options", { count: inputs.length })}</summary>
      <div className={styles.optionFields}>
        <SchemaForm isFormOnly inputs={inputs} initial={NO_OPTIONS} onChange={onChange} />
      </div>
    </details>
  );
};
