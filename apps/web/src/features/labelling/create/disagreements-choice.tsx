import { useQuery } from "@tanstack/react-query";
import { InputNumber, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { labelTaskQuery, labelTasksQuery } from "../labelling.queries.ts";
import { Labelled } from "./labelled.tsx";
import type { StepProps } from "./step-props.ts";

type DisagreementsChoiceProps = Pick<StepProps, "draft" | "onChange"> & { fault: string | undefined };

const USUAL_BELOW = 80;

/** An earlier task, and which of its items: what waits for an adjudicator, or what agrees less than a value. */
export const DisagreementsChoice = ({ draft, onChange, fault }: DisagreementsChoiceProps) => {
  const { t } = useTranslation();
  const { fromTaskId, below } = draft;
  const [words, setWords] = useState("");
  const { data, error, isFetching, refetch } = useQuery(
    labelTasksQuery({ tab: "all", limit: 50, offset: 0, ...(words.trim() !== "" && { q: words.trim() }) }),
  );
  const { data: chosen } = useQuery({ ...labelTaskQuery(fromTaskId ?? ""), enabled: fromTaskId !== undefined });
  const found = data?.items.filter(({ overlap, id }) => overlap > 1 && id !== fromTaskId) ?? [];
  const tasks = [...(chosen ? [chosen] : []), ...found];
  return (
    <>
      <Labelled label={t("labelling.disagreements.task")} help={t("labelling.disagreements.taskHelp")} fault={fault}>
        {(id) => (
          <Select<string>
            id={id}
            showSearch={{ filterOption: false, onSearch: setWords }}
            loading={isFetching}
            placeholder={t("labelling.disagreements.taskHint")}
            value={fromTaskId}
            options={tasks.map((task) => ({ value: task.id, label: task.name }))}
            onChange={(next) => onChange({ fromTaskId: next })}
          />
        )}
      </Labelled>
      {error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : null}
      <Radio.Group
        aria-label={t("labelling.disagreements.which")}
        value={below === null ? "pending" : "below"}
        options={(["pending", "below"] as const).map((value) => ({
          value,
          label: t(`labelling.disagreements.${value}`),
        }))}
        onChange={({ target }) => onChange({ below: target.value === "below" ? USUAL_BELOW : null })}
      />
      {below === null ? null : (
        <Labelled label={t("labelling.disagreements.value")} help={t("labelling.disagreements.valueHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={1}
              max={100}
              precision={0}
              value={below}
              onChange={(entered) => onChange({ below: entered ?? USUAL_BELOW })}
            />
          )}
        </Labelled>
      )}
    </>
  );
};
