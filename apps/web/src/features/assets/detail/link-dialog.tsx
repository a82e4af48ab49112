import { Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatExact } from "../../../ui/format.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import { useCreateLink } from "../assets.queries.ts";
import styles from "./detail.module.css";

const HOUR_MINUTES = 60;
const LIVES = { hour: HOUR_MINUTES, day: 24 * HOUR_MINUTES, week: 7 * 24 * HOUR_MINUTES } as const;
type Life = keyof typeof LIVES;
const CHOICES: readonly Life[] = ["hour", "day", "week"];

interface LinkDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Creates a public link with an expiry that the user chooses first. */
export const LinkDialog = ({ id, name, onClose }: LinkDialogProps) => {
  const { t } = useTranslation();
  const [life, setLife] = useState<Life>("day");
  const { data, error, isPending, mutate, reset } = useCreateLink();
  return (
    <Modal
      open
      title={t("assets.link.title", { name })}
      width={520}
      footer={null}
      onCancel={onClose}
      closable={{ "aria-label": t("ui.close") }}
    >
      <div className={styles.link}>
        <p className={styles.note}>{t("assets.link.effect")}</p>
        <div className={styles.linkRow}>
          <Select
            className={styles.linkChoice}
            aria-label={t("assets.link.lives")}
            value={life}
            options={CHOICES.map((value) => ({ value, label: t(`assets.link.life.${value}`) }))}
            onChange={(value) => {
              setLife(value);
              reset();
            }}
          />
          <Button type="primary" loading={isPending} onClick={() => mutate({ id, valid_minutes: LIVES[life] })}>
            {t("assets.link.make")}
          </Button>
        </div>
        {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
        {data ? <MadeLink url={data.url} expiresAt={data.expires_at} /> : null}
      </div>
    </Modal>
  );
};

const MadeLink = ({ url, expiresAt }: { url: string; expiresAt: string }) => {
  const { t, i18n } = useTranslation();
  const { state, copy } = useCopy(url);
  const words = { idle: t("assets.link.copy"), copied: t("ui.copied"), failed: t("ui.copyFailed") };
  return (
    <>
      <div className={styles.linkRow}>
        <Input readOnly aria-label={t("assets.link.address")} value={url} onFocus={({ target }) => target.select()} />
        <Button onClick={copy}>{state === "failed" ? words.idle : words[state]}</Button>
      </div>
      <p className={styles.note} role="status">
        {state === "failed"
          ? words.failed
          : t("assets.link.until", { time: formatExact(new Date(expiresAt), i18n.language) })}
      </p>
    </>
  );
};
