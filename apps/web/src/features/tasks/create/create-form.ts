import { createTaskBody } from "@dailies/contract";
import { z } from "zod";

const [benchmark, processing, evaluation] = createTaskBody.options;

/** The request body of each kind, without what the dialog adds itself. */
export const benchmarkForm = benchmark.omit({ kind: true, request_key: true }).extend({ is_sample: z.boolean() });
export const processingForm = processing.omit({ kind: true, request_key: true });
export const evaluationForm = evaluation.omit({ kind: true, request_key: true });

type NewTask =
  | ({ kind: "Benchmark" } & z.output<typeof benchmarkForm>)
  | ({ kind: "DataProcessing" } & z.output<typeof processingForm>)
  | ({ kind: "Evaluation" } & z.output<typeof evaluationForm>);

export interface CreateFormProps {
  isSample: boolean;
  onBack: () => void;
  onCreate: (task: NewTask) => Promise<void>;
}
