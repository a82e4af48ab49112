import type { BenchmarkColumn, BenchmarkDetail, BenchmarkRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatCount } from "../../../ui/format.ts";
import { inFlightOf, progressOf } from "../benchmark.rules.ts";
import { useCancel, useRemoveColumn, useRemoveRow, useReset, useStopEvaluation } from "../benchmarks.queries.ts";
import { nameOfColumn } from "../grid/column-head.tsx";

export type TaskQuestion =
  | { at: "cancel" | "reset" | "stop" }
  | { at: "removeRow"; row: BenchmarkRow }
  | { at: "removeColumn"; column: BenchmarkColumn };

interface TaskConfirmProps {
  task: BenchmarkDetail;
  question: TaskQuestion;
  onClose: () => void;
}

/** Asks for confirmation of an action on the whole benchmark, a row or a column; an error is shown in the dialog. */
export const TaskConfirm = ({ task, question, onClose }: TaskConfirmProps) => {
  const { title, effect, action, isDangerous } = useQuestionWords(task, question);
  const run = useQuestionAct(task.id, question);
  return (
    <Confirm
      isOpen
      title={title}
      effect={effect}
      action={action}
      isDangerous={isDangerous}
      onConfirm={run}
      onClose={onClose}
    />
  );
};

const useQuestionWords = (task: BenchmarkDetail, question: TaskQuestion) => {
  const { t, i18n } = useTranslation();
  const { name } = task;
  if (question.at === "removeRow") {
    return {
      title: t("benchmarks.rows.removeTitle", { row: question.row.index + 1 }),
      effect: t("benchmarks.rows.removeEffect"),
      action: t("benchmarks.rows.remove"),
      isDangerous: true,
    };
  }
  if (question.at === "removeColumn") {
    return {
      title: t("benchmarks.columns.removeTitle", { name: nameOfColumn(question.column) }),
      effect: t("benchmarks.columns.removeEffect"),
      action: t("benchmarks.columns.remove"),
      isDangerous: true,
    };
  }
  const { at } = question;
  const count = inFlightOf(progressOf(task));
  return {
    title: t(`benchmarks.${at}.title`, { name }),
    effect:
      at === "cancel"
        ? t("benchmarks.cancel.effect", { count, shown: formatCount(count, i18n.language) })
        : t(`benchmarks.${at}.effect`),
    action: t(`benchmarks.${at}.action`),
    isDangerous: at === "cancel" || at === "reset",
  };
};

const useQuestionAct = (taskId: string, question: TaskQuestion): (() => Promise<unknown>) => {
  const cancel = useCancel(taskId);
  const reset = useReset(taskId);
  const stop = useStopEvaluation(taskId);
  const removeRow = useRemoveRow(taskId);
  const removeColumn = useRemoveColumn(taskId);
  switch (question.at) {
    case "cancel":
      return () => cancel.mutateAsync(undefined);
    case "reset":
      return () => reset.mutateAsync();
    case "stop":
      return () => stop.mutateAsync();
    case "removeRow":
      return () => removeRow.mutateAsync(question.row.id);
    case "removeColumn":
      return () => removeColumn.mutateAsync(question.column.id);
  }
};
