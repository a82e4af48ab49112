import type { PasskeyItem } from "@dailies/contract";
import { MAX_PASSKEYS } from "@dailies/contract/auth/passkey-schemas";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { Time } from "../../../ui/time.tsx";
import factorStyles from "../second-factor/second-factor.module.css";
import styles from "../sessions-panel.module.css";
import { passkeysQuery } from "./passkeys.queries.ts";

interface PasskeyActions {
  onAdd: () => void;
  onRename: (passkey: PasskeyItem) => void;
  onRemove: (passkey: PasskeyItem) => void;
}

const Sync = ({ passkey }: { passkey: PasskeyItem }) => {
  const { t } = useTranslation();
  if (passkey.is_backed_up) return <StatusTag tone="success">{t("secondFactors.passkeys.synced")}</StatusTag>;
  return (
    <StatusTag tone="neutral">
      {t(passkey.is_backup_eligible ? "secondFactors.passkeys.syncable" : "secondFactors.passkeys.oneDevice")}
    </StatusTag>
  );
};

const PasskeyRow = ({ passkey, onRename, onRemove }: { passkey: PasskeyItem } & Omit<PasskeyActions, "onAdd">) => {
  const { t } = useTranslation();
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey;
  return (
    <li className={styles.row}>
      <div className={styles.device}>
        <span className={factorStyles.passkey}>
          <span className={styles.name}>{name}</span>
          <Sync passkey={passkey} />
        </span>
        <span className={styles.facts}>
          {t("secondFactors.passkeys.added")} <Time at={createdAt} /> ·{" "}
          {usedAt === null ? (
            t("secondFactors.passkeys.neverUsed")
          ) : (
            <>
              {t("secondFactors.passkeys.lastUsed")} <Time at={usedAt} />
            </>
          )}
        </span>
      </div>
      <div className={factorStyles.rowActions}>
        <Button
          size="small"
          aria-label={t("secondFactors.passkeys.renameNamed", { name })}
          onClick={() => onRename(passkey)}
        >
          {t("secondFactors.passkeys.rename")}
        </Button>
        <Button
          size="small"
          danger
          aria-label={t("secondFactors.passkeys.removeNamed", { name })}
          onClick={() => onRemove(passkey)}
        >
          {t("secondFactors.passkeys.remove")}
        </Button>
      </div>
    </li>
  );
};

/** One's own passkeys, with the ways to change them. */
export const PasskeysSection = ({ onAdd, onRename, onRemove }: PasskeyActions) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery);
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("secondFactors.passkeys.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={2} />;
  const isFull = data.items.length >= MAX_PASSKEYS;
  return (
    <>
      <p className={factorStyles.hint}>{t("secondFactors.passkeys.hint")}</p>
      {data.items.length === 0 ? (
        <p>{t("secondFactors.passkeys.none")}</p>
      ) : (
        <ul className={styles.list} aria-label={t("secondFactors.passkeys.title")}>
          {data.items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={onRename} onRemove={onRemove} />
          ))}
        </ul>
      )}
      {isFull && <p className={factorStyles.hint}>{t("secondFactors.passkeys.full", { max: MAX_PASSKEYS })}</p>}
      <div className={factorStyles.actions}>
        <Button type="primary" disabled={isFull} onClick={onAdd}>
          {t("secondFactors.passkeys.add")}
        </Button>
      </div>
    </>
  );
};
