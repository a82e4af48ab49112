import { isPermissionCode, type PermissionItem } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { permissionsCalls } from "../lib/api/clients/permissions.ts";

/** Every permission code; requires read access to users or permissions. */
export const permissionCodesQuery = queryOptions({
  queryKey: ["permissions", "codes"],
  queryFn: (context) => permissionsCalls.listPermissions({}, context),
});

/** The name of a code. The console's own codes are translated, others keep the name they were given. */
export const usePermissionName = (): ((code: Pick<PermissionItem, "key" | "name">) => string) => {
  const { t, i18n } = useTranslation();
  return ({ key, name }) =>
    i18n.language !== "en" && isPermissionCode(key) ? t(`shared.permissions.names.${key}`) : name;
};

export interface PermissionGroup {
  group: string;
  codes: PermissionItem[];
}

/** In server order, each group at the position of its first code. */
export const groupPermissions = (codes: readonly PermissionItem[]): PermissionGroup[] => {
  const groups = new Map<string, PermissionItem[]>();
  for (const code of codes) groups.set(code.group, [...(groups.get(code.group) ?? []), code]);
  return [...groups].map(([group, members]) => ({ group, codes: members }));
};
