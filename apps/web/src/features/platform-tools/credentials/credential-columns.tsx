import type { ServiceCredential } from "@dailies/contract";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { WaitingTag } from "../../../shared/approvals/waiting-tag.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./credentials.module.css";

export type CredentialAct = { act: "create" } | { act: "rotate" | "revoke"; credential: ServiceCredential };

export const credentialKey = ({ id }: ServiceCredential): string => id;

const CredentialStatus = ({ credential }: { credential: ServiceCredential }) => {
  const { t } = useTranslation();
  if (credential.revoked_at !== null) return <StatusTag tone="error">{t("tools.credentials.revoked")}</StatusTag>;
  if (credential.waiting !== null) return <WaitingTag waiting={credential.waiting} />;
  if (credential.secrets.length > 1) return <StatusTag tone="warning">{t("tools.credentials.rotating")}</StatusTag>;
  return <StatusTag tone="success">{t("tools.credentials.active")}</StatusTag>;
};

interface ActsProps {
  credential: ServiceCredential;
  onChoose: (act: CredentialAct) => void;
}

const Acts = ({ credential, onChoose }: ActsProps) => {
  const { t } = useTranslation();
  if (credential.revoked_at !== null) return <Time at={credential.revoked_at} />;
  const { name } = credential;
  return (
    <span className={styles.acts}>
      {(["rotate", "revoke"] as const).map((act) => (
        <Button
          key={act}
          size="small"
          danger={act === "revoke"}
          aria-label={t(`tools.credentials.${act}.openNamed`, { name })}
          onClick={() => onChoose({ act, credential })}
        >
          {t(`tools.credentials.${act}.open`)}
        </Button>
      ))}
    </span>
  );
};

export const useCredentialColumns = (onChoose: (act: CredentialAct) => void): readonly Column<ServiceCredential>[] => {
  const { t, i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button handlers never change.
  return useMemo(
    () => [
      {
        key: "name",
        title: t("tools.credentials.name"),
        widthPx: 104,
        isFixed: true,
        render: ({ name }) => <span title={name}>{name}</span>,
      },
      {
        key: "keyId",
        title: t("tools.credentials.keyId"),
        widthPx: 164,
        render: ({ key_id: id }) => <Mono value={id} copyAs={t("tools.credentials.keyIdCopy")} />,
      },
      {
        key: "scopes",
        title: t("tools.credentials.scopes"),
        widthPx: 110,
        render: ({ scopes }) => <span title={scopes.join(", ")}>{scopes.join(", ")}</span>,
      },
      {
        key: "ceiling",
        title: t("tools.credentials.ceiling"),
        widthPx: 104,
        isExtra: true,
        render: ({ daily_credits: most }) =>
          most === null ? t("tools.credentials.unlimited") : formatCount(most, i18n.language),
      },
      {
        key: "status",
        title: t("tools.credentials.status"),
        widthPx: 104,
        render: (credential) => <CredentialStatus credential={credential} />,
      },
      {
        key: "used",
        title: t("tools.credentials.lastUsed"),
        widthPx: 92,
        render: ({ last_used_at: at }) => (at === null ? t("tools.credentials.never") : <Time at={at} />),
      },
      {
        key: "created",
        title: t("tools.credentials.created"),
        widthPx: 110,
        isExtra: true,
        render: ({ created_at: at }) => <Time at={at} />,
      },
      {
        key: "by",
        title: t("tools.credentials.createdBy"),
        widthPx: 100,
        isExtra: true,
        render: ({ created_by: by }) => by,
      },
      {
        key: "act",
        title: t("tools.action"),
        widthPx: 166,
        isPinned: true,
        isFixed: true,
        render: (credential) => <Acts credential={credential} onChoose={onChoose} />,
      },
    ],
    [t],
  );
};
