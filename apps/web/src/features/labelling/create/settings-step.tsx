import { LABEL_ORDERS, MAX_LABEL_OVERLAP, MAX_LABEL_PRIORITY, usualAdjudicateBelow } from "@dailies/contract";
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { GroupPicker } from "../groups/group-picker.tsx";
import { AdjudicateBelow, ReviewShare } from "./check-settings.tsx";
import styles from "./create.module.css";
import { DateAndTime, Labelled, WholeNumber } from "./labelled.tsx";
import type { StepProps } from "./step-props.ts";
import type { TaskDraft } from "./task-draft.ts";

export const MAX_LEASE_MINUTES = 120;

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
        <WholeNumber
          label={t("labelling.create.overlap")}
          help={t("labelling.create.overlapHelp")}
          min={1}
          max={MAX_LABEL_OVERLAP}
          value={draft.overlap}
          whenEmpty={1}
          onChange={(overlap) => onChange({ overlap })}
        />
        <ReviewShare value={draft.reviewShare} onChange={(reviewShare) => onChange({ reviewShare })} />
        {draft.overlap > 1 ? (
          <AdjudicateBelow
            value={draft.adjudicateBelow ?? usualAdjudicateBelow(draft.content.fields)}
            onChange={(adjudicateBelow) => onChange({ adjudicateBelow })}
          />
        ) : null}
        <WholeNumber
          label={t("labelling.create.lease")}
          help={t("labelling.create.leaseHelp")}
          min={1}
          max={MAX_LEASE_MINUTES}
          value={draft.leaseMinutes}
          whenEmpty={10}
          onChange={(leaseMinutes) => onChange({ leaseMinutes })}
        />
        <DateAndTime label={t("labelling.create.due")} value={draft.dueAt} onChange={(dueAt) => onChange({ dueAt })} />
        <WholeNumber
          label={t("labelling.create.priority")}
          help={t("labelling.create.priorityHelp")}
          min={0}
          max={MAX_LABEL_PRIORITY}
          value={draft.priority}
          whenEmpty={0}
          onChange={(priority) => onChange({ priority })}
        />
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
