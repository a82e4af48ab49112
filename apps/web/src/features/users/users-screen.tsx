import type { UserItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { useKey } from "../../lib/use-key.ts";
import { permissionCodesQuery } from "../../shared/permission-codes.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { useUserColumns } from "./user-columns.tsx";
import { UserDetail } from "./user-detail.tsx";
import {
  isFiltered,
  sortOf,
  sortPatch,
  toQuery,
  type UserFilters,
  useUserFilterFields,
  useUserFilters,
} from "./user-filters.ts";
import styles from "./users.module.css";
import { usersQuery } from "./users.queries.ts";
import { USERS_KEYS } from "./users.shortcuts.ts";

const NO_USERS: readonly UserItem[] = [];
const keyOf = (user: UserItem): string => user.id;

/** Console users: list, permissions and editing. */
export const Component = () => {
  const { t } = useTranslation();
  const can = useCan();
  const filters = useUserFilters();
  const [dialog, setDialog] = useState<"create" | "import">();
  const list = useQuery(usersQuery(toQuery(filters.values)));
  const codes = useQuery(permissionCodesQuery);
  const fields = useUserFilterFields(list.data?.roles ?? [], codes.data?.items ?? []);
  const mayWrite = can({ permission: "USER_MANAGE_W" });
  const open = (name: "create" | "import"): void => setDialog(mayWrite ? name : undefined);
  useKey(USERS_KEYS.create.keys, () => open("create"));
  return (
    <Page
      isFilling
      title={t("screens.userManage.title")}
      about={t("screens.userManage.purpose")}
      action={mayWrite ? <Actions onOpen={open} /> : <span className={styles.quiet}>{t("users.readOnly")}</span>}
    >
      <FilterBar filters={filters} fields={fields} searchKey="q" searchLabel={t("users.search")} />
      <UserTable filters={filters} list={list} onCreate={mayWrite ? () => open("create") : undefined} />
      {dialog === "create" ? (
        <CreateUserDialog roles={list.data?.roles ?? []} onClose={() => setDialog(undefined)} />
      ) : null}
      {dialog === "import" ? <ImportDialog onClose={() => setDialog(undefined)} /> : null}
    </Page>
  );
};

const Actions = ({ onOpen }: { onOpen: (dialog: "create" | "import") => void }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.actions}>
      <Button onClick={() => onOpen("import")}>{t("users.import.open")}</Button>
      <Button type="primary" onClick={() => onOpen("create")}>
        {t("users.create.open")}
      </Button>
    </span>
  );
};

interface UserTableProps {
  filters: UserFilters;
  list: ReturnType<typeof useQuery<{ items: UserItem[]; total: number; roles: string[] }>>;
  onCreate: (() => void) | undefined;
}

const UserTable = ({ filters, list, onCreate }: UserTableProps) => {
  const { t } = useTranslation();
  const detail = useDetailParam("user");
  const columns = useUserColumns();
  const rows = list.data?.items ?? NO_USERS;
  const { page, page_size: pageSize } = filters.values;
  const total = list.data?.total ?? 0;
  return (
    <>
      <DataTable
        name={t("screens.userManage.title")}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        sort={sortOf(filters.values)}
        onSortChange={(sort) => filters.set(sortPatch(sort))}
        paging={{ page, pageSize, total, onChange: (to, size) => filters.set({ page: to, page_size: size }) }}
        onOpen={(user) => detail.open(user.id)}
        openKey={detail.openId}
        storageName="users"
        empty={<NoUsers filters={filters} onCreate={onCreate} />}
      />
      <UserDetail
        rows={rows}
        offset={(page - 1) * pageSize}
        total={total}
        roles={list.data?.roles ?? []}
        detail={detail}
      />
    </>
  );
};

const NoUsers = ({ filters, onCreate }: Pick<UserTableProps, "filters" | "onCreate">) => {
  const { t } = useTranslation();
  if (isFiltered(filters) || filters.values.page > 1) {
    return (
      <EmptyState
        picture="lens"
        title={t("users.noneFound")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("users.noneFoundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("users.none")}
      action={
        onCreate && (
          <Button type="primary" onClick={onCreate}>
            {t("users.create.open")}
          </Button>
        )
      }
    >
      {t("users.noneHint")}
    </EmptyState>
  );
};
