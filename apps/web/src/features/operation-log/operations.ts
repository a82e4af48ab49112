import { PLATFORM_OPERATIONS } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { operationTypesQuery } from "./history.queries.ts";

/** Operations with a translated label; others show their raw name. */
const NAMED = [
  "Denied",
  ...PLATFORM_OPERATIONS,
  "Use_favorite",
  "Replay_payment_event",
  "Create_service_credential",
  "Repeat_service_secret",
  "Rotate_service_credential",
  "Revoke_service_credential",
  "Change_permissions",
  "Create_permission",
  "Delete_permission",
  "Create_user",
  "Update_user",
  "Import_users",
  "Invite_user",
  "End_sessions",
  "Change_password",
  "Reset_second_factor",
  "Add_authenticator_app",
  "Remove_authenticator_app",
  "Add_passkey",
  "Remove_passkey",
  "Create_config",
  "Publish_config",
  "Rotate_secret_key",
  "Rollback_config",
  "Restore_config",
  "Import_configs",
] as const;

/** Operation labels. */
export const useOperationWords = () => {
  const { t } = useTranslation();
  const words = (type: string): string => {
    const known = NAMED.find((each) => each === type);
    return known ? t(`history.operations.${known}`) : type.replaceAll("_", " ");
  };
  return { words };
};

/** The options of the filter: every type that occurs in the log, by label. */
export const useOperationOptions = (): { value: string; label: string }[] => {
  const { words } = useOperationWords();
  const { data } = useQuery(operationTypesQuery);
  const options = (data?.items ?? []).map((value) => ({ value, label: words(value) }));
  return options.sort((a, b) => a.label.localeCompare(b.label));
};
