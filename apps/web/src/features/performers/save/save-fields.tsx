import type { BenchmarkDetail, InputValues, PerformerItem } from "@dailies/contract";
import { Input, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { InputPairs } from "../calls/input-pairs.tsx";
import styles from "./save.module.css";
import type { SaveTarget } from "./save.queries.ts";

interface SaveFieldsProps {
  target: SaveTarget;
  performer: PerformerItem;
  values: InputValues;
  tasks: readonly { id: string; name: string; status: string; rows: number; columns: number }[];
  taskId: string;
  onTask: (id: string) => void;
  label: string;
  onLabel: (label: string) => void;
  benchmark: BenchmarkDetail | undefined;
}

export const SaveFields = (props: SaveFieldsProps) => {
  const { target, performer, values, tasks, taskId, onTask, label, onLabel, benchmark } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={`${id}-task`} className={styles.label}>
          {t("performers.save.benchmark")}
        </label>
        <Select<string>
          id={`${id}-task`}
          className="ds-field-wide"
          value={taskId}
          showSearch={{ optionFilterProp: "label" }}
          options={tasks.map((task) => ({
            value: task.id,
            label: t("performers.save.taskLine", { name: task.name, rows: task.rows, columns: task.columns }),
          }))}
          onChange={onTask}
        />
        <StartNote target={target} benchmark={benchmark} />
      </div>
      <div>
        <label htmlFor={`${id}-label`} className={styles.label}>
          {t("performers.save.label")}
        </label>
        <Input
          id={`${id}-label`}
          value={label}
          maxLength={target === "row" ? 200 : 120}
          onChange={({ target: box }) => onLabel(box.value)}
        />
      </div>
      <section className={styles.values}>
        <p className={styles.quiet}>
          {target === "row" ? t("performers.save.rowHint") : t("performers.save.columnHint", { name: performer.name })}
        </p>
        <InputPairs inputs={performer.input_schema} values={values} />
      </section>
    </>
  );
};

/** While a benchmark generates, additions start immediately and cost money. */
const StartNote = ({ target, benchmark }: Pick<SaveFieldsProps, "target" | "benchmark">) => {
  const { t, i18n } = useTranslation();
  if (benchmark?.status !== "Generating") return null;
  const across = target === "column" ? benchmark.rows : benchmark.columns_list.length;
  const calls = across * benchmark.samples_per_cell;
  return (
    <p className={styles.warning}>
      {t("performers.save.beginsAtOnce", { count: calls, calls: formatCount(calls, i18n.language) })}
    </p>
  );
};
