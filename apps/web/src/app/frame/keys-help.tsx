import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { useOwnKeys } from "../../features/labelling/keys/own-keys.ts";
import { useScreen } from "../use-screen.ts";
import { KeyCaps } from "./key-cap.tsx";
import { FRAME_KEYS, type KeyLine, keysOfScreen } from "./keys.ts";
import styles from "./keys-help.module.css";

interface KeyTableProps {
  title: string;
  lines: readonly KeyLine[];
}

const KeyTable = ({ title, lines }: KeyTableProps) => {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.list}>
        {lines.map(({ keys, does }) => (
          <div key={does} className={styles.line}>
            <dt>{t(`frame.keys.${does}`)}</dt>
            <dd className={styles.keys}>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const here = keysOfScreen(useScreen()?.title, useOwnKeys());
  return (
    <Modal open title={t("frame.keys.title")} footer={null} width={440} onCancel={onClose}>
      {here.length > 0 && <KeyTable title={t("frame.keys.here")} lines={here} />}
      <KeyTable title={t("frame.keys.everywhere")} lines={Object.values(FRAME_KEYS)} />
    </Modal>
  );
};
