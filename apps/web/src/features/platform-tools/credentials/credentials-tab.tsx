import { MAX_PAGE_SIZE } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { WaitingApprovals } from "../../../shared/approvals/waiting-approvals.tsx";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import styles from "../tools.module.css";
import { credentialsQuery } from "../tools.queries.ts";
import type { ToolsAddress } from "../use-tools-address.ts";
import { CreateCredentialDialog } from "./create-credential-dialog.tsx";
import { type CredentialAct, credentialKey, useCredentialColumns } from "./credential-columns.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { SecretDialog, type ShownSecret } from "./secret-dialog.tsx";
/** The credentials of product services that may write here. */
export const CredentialsTab = ({ address }: { address: ToolsAddress }) => {
  const { t } = useTranslation();
  const { page, page_size: pageSize } = address.values;
  const list = useQuery(credentialsQuery(page, pageSize));
  const [chosen, setChosen] = useState<CredentialAct>();
  // Held only in this component's state: dropped with the dialog.
  const [secret, setSecret] = useState<ShownSecret>();
  const choose = useOperatorAct<CredentialAct>(setChosen);
  const columns = useCredentialColumns(choose);
  const close = (): void => setChosen(undefined);
  const create = (
    <Button type="primary" onClick={() => choose({ act: "create" })}>
      {t("tools.credentials.create")}
    </Button>
  );
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.quiet}>{t("tools.credentials.about")}</p>
        <span className={styles.end}>{create}</span>
      </div>
      <WaitingApprovals kind="service_credential" />
      <DataTable
        name={t("tools.credentials.list")}
        columns={columns}
        rows={list.data?.items ?? []}
        rowKey={credentialKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        storageName="tools-credentials"
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PAGE_SIZE,
          onChange: (nextPage, nextSize) => address.set({ page: nextPage, page_size: nextSize }),
        }}
        empty={
          <EmptyState title={t("tools.credentials.none")} action={create}>
            {t("tools.credentials.noneHint")}
          </EmptyState>
        }
      />
      {chosen?.act === "create" ? <CreateCredentialDialog onClose={close} onMade={setSecret} /> : null}
      {chosen?.act === "rotate" ? (
        <RotateDialog credential={chosen.credential} onClose={close} onMade={setSecret} />
      ) : null}
      {chosen?.act === "revoke" ? <RevokeDialog credential={chosen.credential} onClose={close} /> : null}
      {secret ? <SecretDialog shown={secret} onClose={() => setSecret(undefined)} /> : null}
    </>
  );
};
