import { Button } from "antd";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import styles from "./keys.module.css";
import {
  CHANGEABLE_ACTS,
  type ChangeableAct,
  type KeyFault,
  keyFault,
  keyOf,
  useOwnKeys,
  withKey,
  wordOf,
  writeOwnKeys,
} from "./own-keys.ts";

/** Chooses keys: press the button of an act, then the key. Kept in this browser. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const own = useOwnKeys();
  const [waiting, setWaiting] = useState<ChangeableAct>();
  const [fault, setFault] = useState<KeyFault>();
  const choose = (act: ChangeableAct, event: KeyboardEvent): void => {
    if (waiting !== act || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    event.stopPropagation();
    const found = event.key === "Escape" ? undefined : keyFault(act, event.key, own);
    setFault(found);
    if (found) return;
    if (event.key !== "Escape") writeOwnKeys(withKey(act, event.key, own));
    setWaiting(undefined);
  };
  return (
    <FormDialog title={t("labelling.keys.title")} widthPx={480} onClose={onClose}>
      {(close) => (
        <div className={styles.stack}>
          <p className={styles.quiet}>{t("labelling.keys.about")}</p>
          <ul className={styles.list}>
            {CHANGEABLE_ACTS.map((act) => {
              const [word, key] = [t(`frame.keys.${wordOf(act)}`), keyOf(act, own).toUpperCase()];
              return (
                <li key={act} className={styles.line}>
                  <span>{word}</span>
                  <Button
                    size="small"
                    className="ds-mono"
                    aria-label={t("labelling.keys.change", { act: word, key })}
                    onClick={() => {
                      setWaiting(act);
                      setFault(undefined);
                    }}
                    onBlur={() => setWaiting((now) => (now === act ? undefined : now))}
                    onKeyDown={(event) => choose(act, event)}
                  >
                    {waiting === act ? t("labelling.keys.press") : key}
                  </Button>
                </li>
              );
            })}
          </ul>
          <p role="status" className={styles.fault}>
            {fault ? t(`labelling.keys.faults.${fault}`) : ""}
          </p>
          <div className="ds-form-buttons">
            <Button disabled={Object.keys(own).length === 0} onClick={() => writeOwnKeys({})}>
              {t("labelling.keys.reset")}
            </Button>
            <Button type="primary" onClick={close}>
              {t("ui.close")}
            </Button>
          </div>
        </div>
      )}
    </FormDialog>
  );
};
