import type { createTaskBody, TaskItem, TaskKind } from "@dailies/contract";
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useCreateTask } from "../tasks.queries.ts";
import { BenchmarkForm } from "./benchmark-form.tsx";
import type { CreateFormProps } from "./create-form.ts";
import { EvaluationForm } from "./evaluation-form.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { ProcessingForm } from "./processing-form.tsx";

export type CreateStart = "choose" | "sample";

interface CreateTaskDialogProps {
  /** Start with the kind choice, or with a benchmark of the sample prompts. */
  start: CreateStart;
  onClose: () => void;
  onCreated: (task: TaskItem) => void;
}

/** Two steps: the kind, then its fields. */
export const CreateTaskDialog = ({ start, onClose, onCreated }: CreateTaskDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useCreateTask();
  const [requestKey] = useState(newRequestKey);
  const [kind, setKind] = useState<TaskKind | undefined>(start === "sample" ? "Benchmark" : undefined);
  return (
    <FormDialog
      title={kind === undefined ? t("tasks.create.title") : t(`tasks.create.titles.${kind}`)}
      widthPx={600}
      onClose={onClose}
    >
      {(close) =>
        kind === undefined ? (
          <KindChoice onChoose={setKind} />
        ) : (
          <KindForm
            kind={kind}
            isSample={start === "sample"}
            onBack={() => setKind(undefined)}
            onCreate={async (body) => {
              const task = await mutateAsync({ ...body, request_key: requestKey } as z.input<typeof createTaskBody>);
              void message.success(t("tasks.create.done", { name: task.name }));
              close();
              onCreated(task);
            }}
          />
        )
      }
    </FormDialog>
  );
};

const FORMS = { Benchmark: BenchmarkForm, DataProcessing: ProcessingForm, Evaluation: EvaluationForm } as const;

const KindForm = ({ kind, ...rest }: CreateFormProps & { kind: TaskKind }) => {
  const Form = FORMS[kind];
  return <Form {...rest} />;
};
