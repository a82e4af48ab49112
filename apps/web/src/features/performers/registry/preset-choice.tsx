import { useTranslation } from "react-i18next";
import { PRESETS, type Preset } from "./presets.ts";
import styles from "./registry.module.css";

/** The API type of the new performer; it prefills the form. */
export const PresetChoice = ({ onChoose }: { onChoose: (preset: Preset) => void }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("performers.registry.presetHint")}</p>
      <div className={styles.presets}>
        {PRESETS.map((preset) => (
          <button key={preset} type="button" className={styles.preset} onClick={() => onChoose(preset)}>
            <span className={styles.presetName}>{t(`performers.presets.${preset}.name`)}</span>
            <span className={styles.quiet}>{t(`performers.presets.${preset}.about`)}</span>
          </button>
        ))}
      </div>
    </div>
  );
};
