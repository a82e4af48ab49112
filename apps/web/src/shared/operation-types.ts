/** Acts of the history that have words of their own; any other is shown by its own name. */
export const operationTypes = [
  "Create_user",
  "Update_user",
  "Import_users",
  "Invite_user",
  "End_sessions",
  "Change_permissions",
  "Create_permission",
  "Update_permission",
  "Delete_permission",
] as const;
