import { PLATFORM_OPERATIONS } from "@dailies/contract";
import { useTranslation } from "react-i18next";

/** Operations with a translated label; others show their raw name. */
const NAMED = [
  "Denied",
  ...PLATFORM_OPERATIONS,
  "Use_favorite",
  "Replay_payment_event",
  "Create_service_credential",
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
  "Create_config",
  "Publish_config",
  "Rollback_config",
  "Restore_config",
  "Import_configs",
] as const;

/** Operation labels, and the options of the filter. */
export const useOperationWords = () => {
  const { t } = useTranslation();
  const words = (type: string): string => {
    const known = NAMED.find((each) => each === type);
    return known ? t(`history.operations.${known}`) : type.replaceAll("_", " ");
  };
  return { words, options: NAMED.map((value) => ({ value, label: words(value) })) };
};
