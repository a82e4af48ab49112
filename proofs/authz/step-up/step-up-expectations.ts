/**
 * Which calls need a sign-in of the last five minutes, decided and maintained by hand like the rest of the table: money above
 * the limit of approval, credentials, permissions, settings that decide about either, and sessions in other browsers.
 */
export const ALWAYS_FRESH: ReadonlySet<string> = new Set([
  "DELETE /api/auth/sessions/:id",
  "POST /api/auth/sessions/end_others",
  "POST /api_v1/admin/approval/decide",
  "POST /api_v1/admin/user/grant_request/decide",
  "POST /api_v1/admin/tools/service_credentials/create",
  "POST /api_v1/admin/tools/service_credentials/rotate",
  "POST /api/auth/second_factor/totp/start",
  "POST /api/auth/second_factor/totp/confirm",
  "POST /api/auth/second_factor/totp/remove",
  "POST /api/auth/second_factor/recovery_codes",
  "POST /api/auth/passkeys/start",
  "POST /api/auth/passkeys/create",
  "POST /api/auth/passkeys/:id/remove",
  "POST /api/auth/sign_on/link",
  "POST /api/auth/sign_on/identities/:id/unlink",
  "POST /api_v1/performer/create",
  "POST /api_v1/performer/update",
  "POST /api_v1/ray/cluster/create",
  "POST /api_v1/ray/cluster/update/:id",
  "POST /api_v1/storage/create",
  "POST /api_v1/storage/update/:id",
  "POST /api_v1/experiment/source/create",
  "POST /api_v1/experiment/source/update/:id",
  "POST /api_v1/is/secret/save",
  "POST /api_v1/user/reset_second_factor",
  "POST /api_v1/perm/create",
  "POST /api_v1/perm/update",
  "POST /api_v1/perm/delete",
  "POST /api_v1/perm/change",
  "POST /api_v1/perm/change_flags",
]);

/** Only above the limit, for a change of rights, a setting of the platform, or the first password: the tests of the features hold these. */
export const SOMETIMES_FRESH: ReadonlySet<string> = new Set([
  "POST /api/auth/set_password",
  "POST /api_v1/admin/user/grant_credits",
  "POST /api_v1/admin/user/grant_credits/bulk",
  "POST /api_v1/user/create",
  "POST /api_v1/user/update",
  "POST /api_v1/user/import_apply",
  "POST /api_v1/config/publish",
  "POST /api_v1/config/rollback",
  "POST /api_v1/config/delete",
]);

/** What somebody can still do who has to set up a second factor first: see who they are, prove it, and set it up. */
export const OPEN_BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set([
  "GET /api/auth/me",
  "POST /api/auth/set_password",
  "POST /api/auth/confirm_identity",
  "POST /api/auth/confirm_identity/send_code",
  "GET /api/auth/second_factor",
  "POST /api/auth/second_factor/totp/start",
  "POST /api/auth/second_factor/totp/confirm",
  "GET /api/auth/passkeys",
  "POST /api/auth/passkeys/start",
  "POST /api/auth/passkeys/create",
]);
