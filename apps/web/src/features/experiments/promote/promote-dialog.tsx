import type { ExperimentRunDetail, SamplePrompt } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { experimentRunAddress, newServiceAddress, PATHS } from "../../../lib/paths.ts";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { CheckList } from "../../../ui/filters/check-list.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { sampleStepsQuery } from "../experiments.queries.ts";
import styles from "./promote.module.css";
import { usePromoteRun } from "./promote-run.ts";

interface PromoteDialogProps {
  run: ExperimentRunDetail;
  onClose: () => void;
}

/** Makes a benchmark of the prompts that a run was sampled with, and of the performer that runs its checkpoint. */
export const PromoteDialog = ({ run, onClose }: PromoteDialogProps) => {
  const { t } = useTranslation();
  const promote = usePromoteRun();
  const samples = useQuery(sampleStepsQuery([run.id]));
  return (
    <FormDialog title={t("experiments.promote.title", { name: run.name })} isBusy={promote.isPending} onClose={onClose}>
      {(close) => {
        if (samples.error) return <ErrorPanel error={samples.error} onRetry={() => void samples.refetch()} />;
        if (!samples.data) return <Skeleton rows={6} />;
        return <PromoteForm run={run} prompts={samples.data.prompts} promote={promote} onDone={close} />;
      }}
    </FormDialog>
  );
};

interface PromoteFormProps {
  run: ExperimentRunDetail;
  prompts: readonly SamplePrompt[];
  promote: ReturnType<typeof usePromoteRun>;
  onDone: () => void;
}

const PromoteForm = ({ run, prompts, promote, onDone }: PromoteFormProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const keys = useRequestKeys();
  const performers = useQuery({ ...performersQuery, meta: { silent: true } });
  const [name, setName] = useState(() => t("experiments.promote.taskName", { name: run.name }).slice(0, 120));
  const [performerId, setPerformerId] = useState<string>();
  const [chosen, setChosen] = useState<readonly string[]>(() => prompts.map(({ key }) => key));
  const models =
    performers.data?.items.filter(({ kind, is_enabled: isEnabled }) => kind === "model" && isEnabled) ?? [];
  const send = async (): Promise<void> => {
    const body = {
      runId: run.id,
      name: name.trim(),
      description: t("experiments.promote.description", {
        run: run.name,
        experiment: run.experiment_name,
        address: `${window.location.origin}/#${experimentRunAddress(run.id)}`,
      }),
      prompts: prompts.filter(({ key }) => chosen.includes(key)).map(({ text }) => text),
      performer: models.find(({ id }) => id === performerId),
      columnLabel: run.name.slice(0, 120),
    };
    // The same request has the same key, so that a second click or a retry makes no second task.
    const id = await promote.mutateAsync({ ...body, requestKey: keys.keyOf(JSON.stringify([run.id, body])) });
    onDone();
    void navigate(`${PATHS.taskGenerate}?task=${id}`);
  };
  return (
    <Form component="div" layout="vertical">
      <p>{t("experiments.promote.about")}</p>
      <FormField label={t("experiments.promote.name")}>
        {(id) => <Input id={id} maxLength={120} value={name} onChange={({ target }) => setName(target.value)} />}
      </FormField>
      <FormField
        label={t("experiments.promote.performer")}
        help={
          <>
            {t("experiments.promote.performerHelp")}{" "}
            <Link to={newServiceAddress(run.id)}>{t("experiments.promote.services")}</Link>
          </>
        }
      >
        {(id) => (
          <PerformerPicker
            id={id}
            performers={models}
            isLoading={performers.isPending}
            value={performerId}
            onChange={setPerformerId}
          />
        )}
      </FormField>
      <fieldset className={styles.prompts}>
        <legend>{t("experiments.promote.prompts", { count: chosen.length, total: prompts.length })}</legend>
        <CheckList
          isMany
          items={prompts.map(({ key, text }) => ({ value: key, label: text }))}
          chosen={chosen}
          onChange={setChosen}
        />
      </fieldset>
      {promote.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={promote.error} /> : null}
      <Button
        type="primary"
        block
        loading={promote.isPending}
        disabled={chosen.length === 0 || name.trim() === ""}
        // The panel above shows a failure.
        onClick={() => void send().catch(() => undefined)}
      >
        {t("experiments.promote.action")}
      </Button>
    </Form>
  );
};
