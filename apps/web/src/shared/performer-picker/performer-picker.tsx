import type { PerformerItem } from "@dailies/contract";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { HealthDot } from "./health-dot.tsx";
import styles from "./performer-picker.module.css";
import { useHealthWords } from "./use-health-words.ts";

interface PerformerPickerProps {
  performers: readonly PerformerItem[];
  value: string | undefined;
  onChange: (performerId: string) => void;
  /** Associates it with the caller's label; if absent it is named "Performer". */
  id?: string;
  isLoading?: boolean;
  isDisabled?: boolean;
}

/** Selects a performer by name or model, with its health. */
export const PerformerPicker = ({ performers, value, onChange, id, isLoading, isDisabled }: PerformerPickerProps) => {
  const { t } = useTranslation();
  const byId = new Map(performers.map((performer) => [performer.id, performer]));
  const line = (key: unknown, isLong: boolean) => {
    const performer = byId.get(String(key));
    return performer ? <PerformerLine performer={performer} isLong={isLong} /> : t("shared.performers.gone");
  };
  return (
    <Select<string>
      id={id}
      aria-label={id === undefined ? t("shared.performers.performer") : undefined}
      className="ds-field-wide"
      value={value}
      loading={isLoading}
      disabled={isDisabled}
      showSearch={{ optionFilterProp: "search" }}
      placeholder={t("shared.performers.choose")}
      notFoundContent={t("shared.performers.noneFound")}
      options={performers.map(({ id: key, name, model }) => ({ value: key, label: name, search: `${name} ${model}` }))}
      optionRender={({ value: key }) => line(key, true)}
      labelRender={({ value: key }) => line(key, false)}
      onChange={onChange}
    />
  );
};

const PerformerLine = ({ performer, isLong }: { performer: PerformerItem; isLong: boolean }) => {
  const about = useHealthWords(performer);
  return (
    <span className={styles.line}>
      <HealthDot performer={performer} />
      <span className={styles.words}>
        <span className={styles.name}>{performer.name}</span>
        {isLong ? <span className={styles.about}>{[performer.model, about].filter(Boolean).join(" · ")}</span> : null}
      </span>
    </span>
  );
};
