import type { importedTemplate } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import styles from "../dimensions.module.css";
import type { SetFile } from "./read-set-file.ts";
import setStyles from "./sets.module.css";

type Planned = z.output<typeof importedTemplate>["dimensions"][number];

const TONES: Readonly<Record<Planned["outcome"], StatusTone>> = {
  new: "success",
  same: "neutral",
  next_version: "info",
  taken: "error",
};

interface ImportOutcomeProps {
  content: SetFile;
  planned: readonly Planned[] | undefined;
}

export const ImportOutcome = ({ content, planned }: ImportOutcomeProps) => {
  const { t } = useTranslation();
  if (content.kind === "not-json") return <p role="alert">{t("dimensions.import.notJson")}</p>;
  if (content.kind === "not-a-set") {
    return (
      <div role="alert">
        <p>{t("dimensions.import.notASet")}</p>
        <ul className={setStyles.faultList}>
          {content.faults.map(({ place, message }) => (
            <li key={`${place} ${message}`}>
              <span className="ds-mono">{place}</span> {message}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (!planned) return null;
  return (
    <>
      <h3 className={styles.heading}>{content.file.template.name}</h3>
      <ul className={setStyles.planned}>
        {planned.map(({ key, name, outcome }) => (
          <li key={key}>
            <span>
              {name} <span className={`ds-mono ${styles.quiet}`}>{key}</span>
            </span>
            <StatusTag tone={TONES[outcome]}>{t(`dimensions.import.outcomes.${outcome}`)}</StatusTag>
          </li>
        ))}
      </ul>
    </>
  );
};
