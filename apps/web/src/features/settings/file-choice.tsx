import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./import.module.css";

interface FileChoiceProps {
  /** The file chosen last. */
  name: string | undefined;
  onChoose: (name: string, words: string) => void;
}

export const FileChoice = ({ name, onChoose }: FileChoiceProps) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file) onChoose(file.name, await file.text());
    // So that the same file, mended meanwhile, can be chosen again.
    if (input.current) input.current.value = "";
  };
  return (
    <div className={styles.choice}>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t("settings.import.choose")}
        className="ds-visually-hidden"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t(name === undefined ? "settings.import.choose" : "settings.import.chooseOther")}
      </Button>
      {name === undefined ? null : <span className="ds-mono">{name}</span>}
    </div>
  );
};
