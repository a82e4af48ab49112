import type { PerformerItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { STATUS_ICONS, StatusTag } from "../../ui/feedback/status-tag.tsx";
import { HEALTH_TONES, healthOf } from "./health.ts";
import styles from "./performer-picker.module.css";
import { useHealthWords } from "./use-health-words.ts";

/** The health of a performer as an icon, with its text in the tooltip and for screen readers. */
export const HealthDot = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const state = healthOf(performer);
  const about = useHealthWords(performer);
  return (
    <span className={`ds-status ds-status-${HEALTH_TONES[state]} ${styles.dot}`} title={about}>
      {STATUS_ICONS[HEALTH_TONES[state]]}
      <span className="ds-visually-hidden">{t(`shared.performers.health.${state}`)}</span>
    </span>
  );
};

export const HealthTag = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const state = healthOf(performer);
  const about = useHealthWords(performer);
  return (
    <span className={styles.tag} title={about}>
      <StatusTag tone={HEALTH_TONES[state]}>{t(`shared.performers.health.${state}`)}</StatusTag>
    </span>
  );
};
