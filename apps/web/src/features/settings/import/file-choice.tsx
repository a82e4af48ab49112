import { useTranslation } from "react-i18next";
import { FileButton } from "../../../ui/file-button.tsx";
import styles from "./import.module.css";

interface FileChoiceProps {
  /** The file chosen last. */
  name: string | undefined;
  onChoose: (name: string, words: string) => void;
}

export const FileChoice = ({ name, onChoose }: FileChoiceProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.choice}>
      <FileButton
        name={t("settings.import.choose")}
        words={t(name === undefined ? "settings.import.choose" : "settings.import.chooseOther")}
        accept="application/json,.json"
        onRead={onChoose}
      />
      {name === undefined ? null : <span className="ds-mono">{name}</span>}
    </div>
  );
};
