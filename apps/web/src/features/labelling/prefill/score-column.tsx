import type { DatasetColumn } from "@dailies/contract";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { Labelled } from "../create/labelled.tsx";

const NUMBERS: readonly DatasetColumn["type"][] = ["integer", "number"];

interface ScoreColumnProps {
  columns: readonly Pick<DatasetColumn, "name" | "type" | "is_indexed">[];
  value: string | undefined;
  onChange: (column: string | undefined) => void;
}

/** The column with the score of the values that fields start with. */
export const ScoreColumn = ({ columns, value, onChange }: ScoreColumnProps) => {
  const { t } = useTranslation();
  const numbers = columns.filter(({ type, is_indexed }) => is_indexed && NUMBERS.includes(type));
  return (
    <Labelled label={t("labelling.prefill.scoreColumn")} help={t("labelling.prefill.scoreHelp")}>
      {(id) => (
        <Select<string>
          id={id}
          allowClear
          showSearch
          placeholder={t("labelling.prefill.noScore")}
          {...(value !== undefined && { value })}
          options={numbers.map(({ name }) => ({ value: name, label: name }))}
          onChange={(column: string | undefined) => onChange(column)}
        />
      )}
    </Labelled>
  );
};
