import type { ExperimentArm, UniqueClips } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { itemAddress } from "../../../shared/dataset-address/view-address.ts";
import { ItemClip } from "../../../shared/dataset-pictures/item-clip.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./data.module.css";

interface UniqueWallProps {
  /** The arm that has them. */
  arm: ExperimentArm;
  unique: UniqueClips;
}

const FIRST = 12;

/** Clips that only this arm has, from anywhere in its data. */
export const UniqueWall = ({ arm, unique }: UniqueWallProps) => {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState(FIRST);
  const set = { id: arm.dataset_id, version: arm.version };
  const title = t("dataExperiments.data.onlyIn", { name: arm.name });
  if (unique.clips.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.quiet}>
        {t("dataExperiments.data.wall", {
          shown: formatCount(Math.min(shown, unique.clips.length), i18n.language),
          items: formatCount(unique.items, i18n.language),
        })}
      </p>
      <ul className={styles.wall}>
        {unique.clips.slice(0, shown).map(({ key, ordinal }) => (
          <li key={`${key} ${ordinal}`}>
            <Link to={itemAddress(set, ordinal)} title={key}>
              <ItemClip set={set} ordinal={ordinal} name={key} durationS={null} hasPictures notice={key} />
              <span className={styles.clipName}>{key}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown < unique.clips.length ? (
        <Button onClick={() => setShown(unique.clips.length)}>{t("dataExperiments.data.wallMore")}</Button>
      ) : null}
    </section>
  );
};
