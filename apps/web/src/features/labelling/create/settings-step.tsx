import { LABEL_ORDERS, usualAdjudicateBelow } from "@dailies/contract";
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { GroupPicker } from "../groups/group-picker.tsx";
import styles from "./create.module.css";
import { DateAndTime, Labelled } from "./labelled.tsx";
import type { StepProps } from "./step-props.ts";
import type { TaskDraft } from "./task-draft.ts";
import { TaskNumber } from "./task-number.tsx";

/** Who labels, how often each item is labelled, and when it is due. */
export const SettingsStep = ({ draft, onChange }: StepProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.step}>
      <Labelled label={t("labelling.create.people")} help={t("labelling.create.peopleHelp")}>
        {(id) => <PersonPicker id={id} value={draft.people} onChange={(people) => onChange({ people })} />}
      </Labelled>
      <Labelled label={t("labelling.groups.label")} help={t("labelling.groups.help")}>
        {(id) => <GroupPicker id={id} value={draft.groups} onChange={(groups) => onChange({ groups })} />}
      </Labelled>
      <div className={styles.grid}>
        <TaskNumber of="overlap" value={draft.overlap} onChange={(overlap) => onChange({ overlap })} />
        <TaskNumber of="reviewShare" value={draft.reviewShare} onChange={(reviewShare) => onChange({ reviewShare })} />
        {draft.overlap > 1 ? (
          <TaskNumber
            of="adjudicateBelow"
            value={draft.adjudicateBelow ?? usualAdjudicateBelow(draft.content.fields)}
            onChange={(adjudicateBelow) => onChange({ adjudicateBelow })}
          />
        ) : null}
        <TaskNumber of="lease" value={draft.leaseMinutes} onChange={(leaseMinutes) => onChange({ leaseMinutes })} />
        <DateAndTime label={t("labelling.create.due")} value={draft.dueAt} onChange={(dueAt) => onChange({ dueAt })} />
        <TaskNumber of="priority" value={draft.priority} onChange={(priority) => onChange({ priority })} />
      </div>
      {draft.sourceKind === "disagreements" ? null : (
        <Radio.Group
          aria-label={t("labelling.create.order")}
          value={draft.order}
          options={LABEL_ORDERS.map((value) => ({ value, label: t(`labelling.create.orders.${value}`) }))}
          onChange={({ target }) => onChange({ order: target.value as TaskDraft["order"] })}
        />
      )}
    </div>
  );
};
