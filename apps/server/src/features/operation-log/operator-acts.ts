type Body = Readonly<Record<string, unknown>>;

export interface OperatorAct {
  readonly opType: string;
  /** The object of the act as the history shows it. */
  readonly target: string;
  readonly reason: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const named =
  (opType: string, targetField: string) =>
  (body: Body): OperatorAct => ({ opType, target: textOf(body[targetField]), reason: textOf(body.reason) });

/** Acts of operators by route, under the operation types that the acts themselves record when they succeed. */
const ACTS: Readonly<Record<string, (body: Body) => OperatorAct>> = {
  "POST /api_v1/admin/content/favorites/audit": named("Audit_favorite", "id"),
  "POST /api_v1/admin/content/favorites/benchmark_row": named("Use_favorite", "id"),
  "POST /api_v1/admin/user/grant_credits": named("Grant_credits", "user_email"),
  "POST /api_v1/admin/user/grant_credits/bulk": named("Grant_credits", "bulk_key"),
  "POST /api_v1/admin/user/void_grant": named("Void_grant", "user_email"),
  "POST /api_v1/admin/user/grant_request/decide": (body) =>
    named(body.decision === "approved" ? "Approve_grant" : "Reject_grant", "id")(body),
  "POST /api_v1/admin/approval/decide": (body) =>
    named(body.decision === "approved" ? "Approve_request" : "Reject_request", "id")(body),
  "POST /api_v1/user/unsubscribe": named("Unsubscribe_user_plan", "user_email"),
  "POST /api_v1/perm/change_flags": (body) => ({
    opType: "Change_permissions",
    target: usernamesOf(body.changes),
    reason: textOf(body.reason),
  }),
  "POST /api_v1/admin/tools/holds/void": named("Void_hold", "user_email"),
  "POST /api_v1/admin/tools/payment_events/replay": named("Replay_payment_event", "event_id"),
  "POST /api_v1/admin/tools/service_credentials/create": named("Create_service_credential", "name"),
  "POST /api_v1/admin/tools/service_credentials/rotate": named("Rotate_service_credential", "id"),
  "POST /api_v1/admin/tools/service_credentials/revoke": named("Revoke_service_credential", "id"),
};

const usernamesOf = (changes: unknown): string =>
  Array.isArray(changes) ? changes.map((change: Body) => textOf(change.username)).join(", ") : "";

/** The act that a request to this route attempts; undefined for routes that change nothing. */
export const operatorActOf = (route: string, body: unknown): OperatorAct | undefined =>
  ACTS[route]?.(typeof body === "object" && body !== null ? (body as Body) : {});
