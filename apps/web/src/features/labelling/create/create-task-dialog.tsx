import type { LabelStarter } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Steps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { chosenDatasetQuery, viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { GuidelinesEditor } from "../guidelines/guidelines-editor.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import styles from "./create.module.css";
import { SettingsStep } from "./settings-step.tsx";
import { SourceStep } from "./source-step.tsx";
import type { StepProps } from "./step-props.ts";
import { firstDraft, missingIn, STEPS, type Step } from "./task-draft.ts";
import { TemplateStep, usualPrefill } from "./template-step.tsx";
import { useCreateFromDraft } from "./use-create-from-draft.ts";

interface CreateTaskDialogProps {
  starter?: LabelStarter;
  datasetId?: string;
  viewId?: string;
  /** Takes the disagreements of this task. */
  fromTaskId?: string;
  onClose: () => void;
}

/** Four steps: the items, the form, the rules and people, the guidelines. */
export const CreateTaskDialog = ({ onClose, ...start }: CreateTaskDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { create, isPending, error } = useCreateFromDraft();
  return (
    <FormDialog title={t("labelling.create.title")} widthPx={1080} isBusy={isPending} onClose={onClose}>
      {(close) => (
        <Wizard
          start={start}
          isBusy={isPending}
          error={error}
          onCreate={async (draft, requestKey) => {
            const task = await create(draft, requestKey);
            void message.success(t("labelling.create.done", { name: task.name }));
            close();
          }}
        />
      )}
    </FormDialog>
  );
};

interface WizardProps {
  start: Omit<CreateTaskDialogProps, "onClose">;
  isBusy: boolean;
  error: unknown;
  onCreate: (draft: ReturnType<typeof firstDraft>, requestKey: string) => Promise<void>;
}

const Wizard = ({ start, isBusy, error, onCreate }: WizardProps) => {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => firstDraft(start));
  const [step, setStep] = useState<Step>("source");
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const [requestKey] = useState(newRequestKey);
  const { viewId, fromTaskId } = draft;
  const isCopied = draft.sourceKind === "disagreements" && fromTaskId !== undefined;
  const { data: fromTask } = useQuery({ ...labelTaskQuery(fromTaskId ?? ""), enabled: isCopied });
  const datasetId = isCopied ? fromTask?.source?.dataset_id : draft.datasetId;
  const { data: dataset } = useQuery(chosenDatasetQuery(datasetId));
  const { data: views } = useQuery(viewChoicesQuery(datasetId));
  const view = draft.sourceKind === "view" ? views?.find(({ id }) => id === viewId) : undefined;
  const at = STEPS.indexOf(step);
  const isLast = at === STEPS.length - 1;

  const goTo = (target: number): void => {
    const blocked = STEPS.slice(0, target).find((each) => missingIn(draft, each).length > 0);
    setAreFaultsShown(blocked !== undefined);
    const { origin } = draft;
    if (step === "source" && origin.kind === "starter" && Object.keys(draft.prefill).length === 0)
      setDraft((before) => ({ ...before, prefill: usualPrefill(origin.starter, dataset?.columns ?? []) }));
    setStep(blocked ?? STEPS[target] ?? "source");
  };
  const props: StepProps = {
    draft,
    onChange: (patch) => setDraft((before) => ({ ...before, ...patch })),
    dataset,
    view,
    areFaultsShown,
  };
  return (
    <div className={styles.wizard}>
      <Steps
        size="small"
        current={at}
        items={STEPS.map((each) => ({ title: t(`labelling.create.steps.${each}`) }))}
        onChange={goTo}
      />
      <StepBody step={step} {...props} />
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        {at > 0 ? (
          <Button disabled={isBusy} onClick={() => goTo(at - 1)}>
            {t("labelling.create.back")}
          </Button>
        ) : null}
        <Button
          type="primary"
          loading={isBusy}
          onClick={() => {
            if (!isLast) goTo(at + 1);
            // The panel above shows a failure.
            else onCreate(draft, requestKey).catch(() => undefined);
          }}
        >
          {t(isLast ? "labelling.create.create" : "labelling.create.next")}
        </Button>
      </div>
    </div>
  );
};

const StepBody = ({ step, ...props }: StepProps & { step: Step }) => {
  const { draft, onChange } = props;
  switch (step) {
    case "source":
      return <SourceStep {...props} />;
    case "template":
      return <TemplateStep {...props} />;
    case "settings":
      return <SettingsStep {...props} />;
    case "guidelines":
      return <GuidelinesEditor text={draft.guidelines} onChange={(guidelines) => onChange({ guidelines })} />;
  }
};
