import { PlusOutlined } from "@ant-design/icons";
import type { ServiceSecret } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { serviceAddress } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { secretsQuery, useDeleteSecret } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { SecretDialog } from "./secret-dialog.tsx";

const NO_SECRETS: readonly ServiceSecret[] = [];
type Scope = "own" | "all";

/** A new secret, or the one whose value is replaced or that is deleted. */
type Shown = { act: "create" } | { act: "replace" | "remove"; secret: ServiceSecret };

/** Secrets that services refer to by name. No value is ever shown again. */
export const SecretsTab = () => {
  const { t } = useTranslation();
  const mayManage = useCan()({ permission: "ADMIN_MANAGE_R", isInternalOnly: true });
  const [scope, setScope] = useState<Scope>("own");
  const [shown, setShown] = useState<Shown>();
  const list = useQuery(secretsQuery(scope));
  const close = (): void => setShown(undefined);
  const create = (
    <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setShown({ act: "create" })}>
      {t("services.secrets.create")}
    </Button>
  );
  return (
    <div className={styles.frame}>
      <div className={styles.filters}>
        {mayManage ? (
          <Segmented<Scope>
            value={scope}
            aria-label={t("services.secrets.scope")}
            options={(["own", "all"] as const).map((value) => ({
              value,
              label: t(`services.secrets.scopes.${value}`),
            }))}
            onChange={setScope}
          />
        ) : null}
        {create}
      </div>
      <DataTable
        name={t("services.tabs.secrets")}
        columns={useSecretColumns(setShown)}
        rows={list.data?.items ?? NO_SECRETS}
        rowKey={({ id }) => id}
        isLoading={list.isPending}
        error={list.error}
        onRetry={() => void list.refetch()}
        storageName="service-secrets"
        empty={
          <EmptyState title={t("services.secrets.none")} action={create}>
            {t("services.secrets.noneHint")}
          </EmptyState>
        }
      />
      {shown?.act === "create" ? <SecretDialog onClose={close} /> : null}
      {shown?.act === "replace" ? <SecretDialog replaced={shown.secret} onClose={close} /> : null}
      {shown?.act === "remove" ? <RemoveQuestion secret={shown.secret} onClose={close} /> : null}
    </div>
  );
};

const useSecretColumns = (onShow: (shown: Shown) => void): Column<ServiceSecret>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: "name",
        title: t("services.secrets.name"),
        widthPx: 220,
        isFixed: true,
        render: ({ name }) => <Mono value={name} />,
      },
      { key: "owner", title: t("services.secrets.owner"), widthPx: 120, render: ({ owner }) => owner },
      {
        key: "saved",
        title: t("services.secrets.saved"),
        widthPx: 130,
        render: ({ updated_at: at }) => <Time at={at} />,
      },
      {
        key: "used",
        title: t("services.secrets.usedBy"),
        widthPx: 300,
        render: ({ used_by: users }) =>
          users.length === 0 ? (
            <span className={styles.quiet}>{t("services.secrets.unused")}</span>
          ) : (
            users.map(({ id, name }) => (
              <Link key={id} to={serviceAddress(id)} className={styles.user}>
                {name}
              </Link>
            ))
          ),
      },
      {
        key: "acts",
        title: t("services.secrets.acts"),
        widthPx: 180,
        isPinned: true,
        render: (secret) => <SecretActs secret={secret} onShow={onShow} />,
      },
    ],
    [t, onShow],
  );
};

const SecretActs = ({ secret, onShow }: { secret: ServiceSecret; onShow: (shown: Shown) => void }) => {
  const { t } = useTranslation();
  const { name, is_own: isOwn, used_by: users } = secret;
  return (
    <span className={styles.status}>
      {isOwn ? (
        <Button
          size="small"
          aria-label={t("services.secrets.replaceOne", { name })}
          onClick={() => onShow({ act: "replace", secret })}
        >
          {t("services.secrets.replace")}
        </Button>
      ) : null}
      <Button
        size="small"
        danger
        disabled={users.length > 0}
        title={users.length > 0 ? t("services.secrets.inUse") : undefined}
        aria-label={t("services.secrets.removeOne", { name })}
        onClick={() => onShow({ act: "remove", secret })}
      >
        {t("services.secrets.remove")}
      </Button>
    </span>
  );
};

const RemoveQuestion = ({ secret, onClose }: { secret: ServiceSecret; onClose: () => void }) => {
  const { t } = useTranslation();
  const remove = useDeleteSecret();
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("services.secrets.removeTitle", { name: secret.name })}
      effect={t("services.secrets.removeEffect")}
      action={t("services.secrets.remove")}
      onConfirm={() => remove.mutateAsync(secret.id)}
      onClose={onClose}
    />
  );
};
