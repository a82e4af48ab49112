import type { PerformerItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../lib/session.ts";
import { healthOf } from "../../../shared/performer-picker/health.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { playgroundAddress } from "../paths.ts";
import styles from "./playground.module.css";

/** Says why a performer cannot be used, and where to fix it. */
export const UnusableNote = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const mayManage = useCan()({ permission: "PERFORMER_PLAYGROUND" });
  const state = healthOf(performer);
  if (state !== "noSecret" && state !== "disabled") return null;
  return (
    <div className={styles.note} role="status">
      <StatusTag tone="warning">{t(`shared.performers.health.${state}`)}</StatusTag>
      <span>{t(`performers.unusable.${state}`, { name: performer.name })}</span>
      {mayManage ? (
        <Link to={playgroundAddress({ tab: "performers", edit: performer.id })}>{t("performers.unusable.mend")}</Link>
      ) : null}
    </div>
  );
};
