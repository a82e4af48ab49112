import { isPermissionCode, type PermissionItem } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { permissionsCalls } from "../lib/api/clients/permissions.ts";

/** Every permission code; who reads users or permissions may read it. */
export const permissionCodesQuery = queryOptions({
  queryKey: ["permissions", "codes"],
  queryFn: (context) => permissionsCalls.listPermissions({}, context),
});

/** What a code is called. The console's own codes are called so in the reader's language, others as their makers did. */
export const usePermissionName = (): ((code: Pick<PermissionItem, "key" | "name">) => string) => {
  const { t, i18n } = useTranslation();
  return ({ key, name }) =>
    i18n.language !== "en" && isPermissionCode(key) ? t(`shared.permissions.names.${key}`) : name;
};

export interface PermissionGroup {
  group: string;
  codes: PermissionItem[];
}

/** In the order the server gives, each group where its first code stands. */
export const groupPermissions = (codes: readonly PermissionItem[]): PermissionGroup[] => {
  const groups = new Map<string, PermissionItem[]>();
  for (const code of codes) groups.set(code.group, [...(groups.get(code.group) ?? []), code]);
  return [...groups].map(([group, members]) => ({ group, codes: members }));
};
