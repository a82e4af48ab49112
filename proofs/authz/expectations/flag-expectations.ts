const USER = "/api_v1/admin/user";
const CONTENT = "/api_v1/admin/content";
const ASSET = "/api_v1/asset";

const SEARCH = `GET ${USER}/search`;
const ACCOUNT = `GET ${USER}/credits/:email`;

/**
 * What one platform flag opens while `platform.fine_grained_admin` is on, decided and maintained by hand, independently of
 * the contract. While it is off, a flag opens nothing.
 */
export const FLAG_EXPECTATIONS: Readonly<Record<string, readonly string[]>> = {
  MAGI_MODIFY_CREDITS: [
    SEARCH,
    ACCOUNT,
    `POST ${USER}/grant_credits`,
    `POST ${USER}/grant_credits/bulk`,
    `POST ${USER}/void_grant`,
  ],
  MAGI_VIEW_USER_INFO: [SEARCH, ACCOUNT, `GET ${USER}/project`],
  MAGI_VIEW_CONSUMPTIONS: [SEARCH, `GET ${USER}/transaction`, `GET ${USER}/consumption`],
  MAGI_VIEW_SUBSCRIPTIONS: [SEARCH, `GET ${USER}/plan`],
  MAGI_VIEW_PAYMENTS: [SEARCH, `GET ${USER}/order`],
  MAGI_UGC_AUDIT: [
    `POST ${CONTENT}/favorites`,
    `POST ${CONTENT}/favorites/audit`,
    `GET ${CONTENT}/:projectId/tasks`,
    `GET ${CONTENT}/task/:id`,
  ],
  MAGI_UPLOAD_ASSETS: [
    `POST ${ASSET}/upload`,
    `GET ${ASSET}/generate_upload_info`,
    `GET ${ASSET}/generate_upload_info_with_cache`,
    `POST ${ASSET}/sign_parts`,
    `GET ${ASSET}/upload_state`,
    `POST ${ASSET}/complete`,
    `POST ${ASSET}/cancel`,
    `GET ${ASSET}/mine`,
    `GET ${ASSET}/oss_credentials`,
    "GET /api_v1/oss/credentials",
    `POST ${ASSET}/register`,
  ],
};
