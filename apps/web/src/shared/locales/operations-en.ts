/** What was done to an account or a permission, as its list of operations says it. */
export const operationsWords = {
  by: "by {{name}}",
  types: {
    Create_user: "Created the user",
    Update_user: "Changed the user",
    Import_users: "Imported users",
    Invite_user: "Sent the invitation again",
    Change_password: "Changed the password",
    End_sessions: "Ended sessions",
    Reset_second_factor: "Reset second factor",
    Add_authenticator_app: "Added an authenticator app",
    Remove_authenticator_app: "Removed the authenticator app",
    Add_passkey: "Added a passkey",
    Remove_passkey: "Removed a passkey",
    Change_permissions: "Changed permissions",
    Create_permission: "Created the code",
    Update_permission: "Changed the code",
    Delete_permission: "Deleted the code",
    Request_approval: "Requested an approval",
    Approve_request: "Approved the request",
    Reject_request: "Rejected the request",
  },
} as const;
