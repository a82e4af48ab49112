import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./import.module.css";
import type { ImportFile } from "./read-import.ts";

const SHOWN_FAULTS = 5;

export const ImportFaults = ({ file }: { file: Exclude<ImportFile, { kind: "items" }> }) => {
  const { t } = useTranslation();
  if (file.kind !== "faults") {
    return (
      <ErrorPanel isCompact title={t("settings.import.wrong")} error={new Error(t(`settings.import.${file.kind}`))} />
    );
  }
  const [first, ...others] = file.faults.slice(0, SHOWN_FAULTS);
  const words = ({ place, fault }: { place: string; fault: string }): string =>
    place === "" ? fault : t("settings.import.fault", { place, fault });
  return (
    <ErrorPanel isCompact title={t("settings.import.wrong")} error={new Error(first ? words(first) : "")}>
      <ul className={styles.faults}>
        {others.map((fault) => (
          <li key={words(fault)}>{words(fault)}</li>
        ))}
        {file.faults.length > SHOWN_FAULTS ? (
          <li>{t("settings.import.moreFaults", { count: file.faults.length - SHOWN_FAULTS })}</li>
        ) : null}
      </ul>
    </ErrorPanel>
  );
};
