import type { PerformerItem } from "@dailies/contract";
import { Button } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { isUsable } from "../../../shared/performer-picker/health.ts";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { SchemaForm } from "../../../shared/schema-form/schema-form.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { onRunKey } from "../on-run-key.ts";
import { SaveDialog } from "../save/save-dialog.tsx";
import { useMaySave } from "../save/use-may-save.ts";
import { keyOfRole } from "./carry-values.ts";
import { EstimateNote } from "./estimate-note.tsx";
import styles from "./playground.module.css";
import { SeedEntry } from "./seed-entry.tsx";
import { callsOf, takesSeeds } from "./seeds.ts";
import { UnusableNote } from "./unusable-note.tsx";
import type { Playground } from "./use-playground.ts";
import { useRun } from "./use-run.ts";

interface RunPanelProps {
  performers: readonly PerformerItem[];
  playground: Playground;
}

/** The left side of the playground: performer, inputs, number of runs and cost. */
export const RunPanel = ({ performers, playground }: RunPanelProps) => {
  const { t } = useTranslation();
  const id = useId();
  const { performer, values, seeds } = playground;
  const run = useRun();
  const calls = performer && takesSeeds(performer) ? callsOf(seeds) : 1;
  const canRun = performer !== undefined && values !== undefined && calls > 0 && isUsable(performer);
  const start = (): void => {
    if (canRun && !run.isPending) run.mutate({ performer, values, seeds });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start();
  };
  const runByKey = onRunKey(start);
  return (
    <form className={styles.panel} aria-label={t("performers.bench.form")} onSubmit={submit} onKeyDown={runByKey}>
      <div className={styles.panelBody}>
        <div>
          <label htmlFor={id} className={styles.label}>
            {t("performers.performer")}
          </label>
          <PerformerPicker id={id} performers={performers} value={performer?.id} onChange={playground.choose} />
        </div>
        {performer ? <UnusableNote performer={performer} /> : null}
        {playground.fillError ? <ErrorPanel isCompact error={playground.fillError} /> : null}
        {performer && !playground.isFilling ? (
          <PanelFields performer={performer} playground={playground} />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
      <div className={styles.panelFoot}>
        {run.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={run.error} /> : null}
        {performer && takesSeeds(performer) ? <SeedEntry choice={seeds} onChange={playground.setSeeds} /> : null}
        {performer ? <EstimateNote performer={performer} values={values} calls={calls} /> : null}
        <div className={styles.buttons}>
          <SaveColumn playground={playground} />
          <Button type="primary" htmlType="submit" disabled={!canRun} loading={run.isPending}>
            {t("performers.bench.run", { count: Math.max(1, calls) })}
          </Button>
        </div>
      </div>
    </form>
  );
};

const PanelFields = ({ performer, playground }: { performer: PerformerItem; playground: Playground }) => {
  const seedKey = keyOfRole(performer.input_schema, "seed");
  return (
    <SchemaForm
      key={playground.formKey}
      inputs={performer.input_schema}
      initial={playground.initial}
      hiddenKeys={seedKey === undefined ? [] : [seedKey]}
      onChange={playground.setValues}
    />
  );
};

const SaveColumn = ({ playground }: { playground: Playground }) => {
  const { t } = useTranslation();
  const maySave = useMaySave();
  const [isSaving, setIsSaving] = useState(false);
  if (!maySave) return null;
  return (
    <>
      <Button disabled={playground.values === undefined} onClick={() => setIsSaving(true)}>
        {t("performers.acts.saveColumn")}
      </Button>
      <SaveDialog
        target={isSaving ? "column" : undefined}
        performer={playground.performer}
        input={playground.values}
        title=""
        onClose={() => setIsSaving(false)}
      />
    </>
  );
};
