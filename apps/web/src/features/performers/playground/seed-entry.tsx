import { MAX_SEEDS_AT_ONCE } from "@dailies/contract";
import { Input, InputNumber, Segmented } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./playground.module.css";
import { readSeeds, type SeedChoice } from "./seeds.ts";

interface SeedEntryProps {
  choice: SeedChoice;
  onChange: (choice: SeedChoice) => void;
}

/** The number of runs: a count of random seeds, or a list of seeds. */
export const SeedEntry = ({ choice, onChange }: SeedEntryProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.seeds}>
      <legend className={styles.label}>{t("performers.seeds.title")}</legend>
      <Segmented<SeedChoice["mode"]>
        size="small"
        aria-label={t("performers.seeds.how")}
        value={choice.mode}
        options={[
          { value: "count", label: t("performers.seeds.count") },
          { value: "list", label: t("performers.seeds.list") },
        ]}
        onChange={(mode) => onChange({ ...choice, mode })}
      />
      {choice.mode === "count" ? (
        <div className={styles.seedCount}>
          <InputNumber
            id={id}
            size="small"
            min={1}
            max={MAX_SEEDS_AT_ONCE}
            precision={0}
            value={choice.count}
            aria-label={t("performers.seeds.countName")}
            onChange={(count) => onChange({ ...choice, count: count ?? 1 })}
          />
          <span className={styles.quiet}>{t("performers.seeds.countHint", { most: MAX_SEEDS_AT_ONCE })}</span>
        </div>
      ) : (
        <SeedList id={id} choice={choice} onChange={onChange} />
      )}
    </fieldset>
  );
};

const SeedList = ({ id, choice, onChange }: SeedEntryProps & { id: string }) => {
  const { t } = useTranslation();
  const read = readSeeds(choice.list);
  const fault = "fault" in read && choice.list.trim() !== "" ? read : undefined;
  return (
    <div>
      <Input.TextArea
        id={id}
        className="ds-mono"
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={choice.list}
        status={fault ? "error" : undefined}
        aria-label={t("performers.seeds.listName")}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange({ ...choice, list: target.value })}
      />
      <p id={`${id}-about`} role="status" className={fault ? styles.fault : styles.quiet}>
        {fault
          ? t(`performers.seeds.fault.${fault.fault}`, { word: fault.word ?? "", most: MAX_SEEDS_AT_ONCE })
          : t("performers.seeds.listHint", { most: MAX_SEEDS_AT_ONCE })}
      </p>
    </div>
  );
};
