import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { forgetInterrupted, listInterrupted } from "../../../shared/uploads/stored-memory.ts";
import { useUploadItems } from "../../../shared/uploads/upload-store.ts";
import styles from "../assets.module.css";

/** A reload interrupts running uploads, and the browser cannot reopen the files without the user. */
export const InterruptedNote = () => {
  const { t } = useTranslation();
  const [names, setNames] = useState(listInterrupted);
  const going = new Set(useUploadItems().map(({ name }) => name));
  const left = names.filter((name) => !going.has(name));
  if (left.length === 0) return null;
  return (
    <div className={styles.interrupted} role="status">
      <p>{t("assets.upload.interrupted", { count: left.length, names: left.slice(0, 3).join(", ") })}</p>
      <Button
        size="small"
        onClick={() => {
          forgetInterrupted();
          setNames([]);
        }}
      >
        {t("assets.upload.forget")}
      </Button>
    </div>
  );
};
