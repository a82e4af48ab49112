/** A newcomer's question, the words to search for, and the file that answers it. */
export interface FindabilityQuestion {
  readonly question: string;
  readonly words: readonly string[];
  readonly file: string;
}

export const FINDABILITY_QUESTIONS: readonly FindabilityQuestion[] = [
  {
    question: "How often may somebody try to sign in?",
    words: ["rate limit", "attempts"],
    file: "apps/server/src/features/auth/throttle.ts",
  },
  {
    question: "How is a password hashed?",
    words: ["hash", "password", "argon2"],
    file: "apps/server/src/features/auth/passwords/password-hash.ts",
  },
  {
    question: "When does an idle session end?",
    words: ["session", "idle"],
    file: "apps/server/src/features/auth/sessions/session.rules.ts",
  },
  {
    question: "How does the OpenID provider end sessions?",
    words: ["back-channel logout"],
    file: "apps/server/src/features/sign-on/end-provider-sessions.ts",
  },
  {
    question: "How does a company's directory disable somebody who leaves?",
    words: ["SCIM"],
    file: "apps/server/src/features/sign-on/scim/provision-users.ts",
  },
  {
    question: "What stops cross-site request forgery?",
    words: ["CSRF"],
    file: "apps/server/src/http/security/same-origin.ts",
  },
  {
    question: "What stops server-side request forgery?",
    words: ["SSRF"],
    file: "apps/server/src/platform/http-client/outgoing-address.ts",
  },
  {
    question: "Where is the content security policy?",
    words: ["content-security-policy"],
    file: "apps/server/src/http/security/security-headers.ts",
  },
  {
    question: "What is redacted in log lines?",
    words: ["redact", "log"],
    file: "apps/server/src/platform/observability/log-redaction.ts",
  },
  {
    question: "What makes a repeated act of an operator happen once?",
    words: ["idempotency", "key", "operator"],
    file: "apps/server/src/features/credits/with-idempotency-key.ts",
  },
  {
    question: "Which lot of credits is spent first?",
    words: ["lot", "charge", "expires", "first"],
    file: "apps/server/db/functions/credits/credits.sql",
  },
  {
    question: "Which job lets credits expire?",
    words: ["expire", "lot", "sweep"],
    file: "apps/server/src/features/credits/cleanup/sweep-credits.activities.ts",
  },
  {
    question: "Who approves a large grant?",
    words: ["approve", "grant request"],
    file: "apps/server/src/features/credits/grants/decide-grant-request.ts",
  },
  {
    question: "How is a Stripe webhook verified?",
    words: ["stripe", "signature", "webhook"],
    file: "apps/server/src/features/payments/stripe-signature.rules.ts",
  },
  {
    question: "How is a subscription cancelled at Stripe when the answer is lost?",
    words: ["cancel", "stripe", "reconcile"],
    file: "apps/server/src/features/credits/cancellations/cancel-at-provider.ts",
  },
  {
    question: "How long is the backoff between retries of a provider?",
    words: ["backoff", "provider"],
    file: "apps/server/src/features/generation/execution/retry-policy.rules.ts",
  },
  {
    question: "How is a provider polled?",
    words: ["poll", "provider", "submit"],
    file: "apps/server/src/features/generation/execution/submit-and-poll.ts",
  },
  {
    question: "What happens to a provider's error?",
    words: ["provider error", "retry"],
    file: "apps/server/src/features/generation/execution/handle-provider-error.ts",
  },
  {
    question: "How is a job cancelled at the provider?",
    words: ["cancel", "provider", "upstream"],
    file: "apps/server/src/features/generation/execution/cancel-at-provider.ts",
  },
  {
    question: "Where does a provider's webhook arrive?",
    words: ["webhook", "provider", "signature"],
    file: "apps/server/src/features/generation/jobs/receive-webhook.ts",
  },
  {
    question: "How is a multipart upload begun?",
    words: ["multipart", "upload", "create"],
    file: "apps/server/src/features/assets/uploads/create-upload.ts",
  },
  {
    question: "Where is the storage quota checked?",
    words: ["quota", "upload"],
    file: "apps/server/src/features/assets/uploads/reserve-quota.ts",
  },
  {
    question: "How is the media type of a file sniffed?",
    words: ["magic", "bytes", "mime"],
    file: "apps/server/src/features/assets/media/media-sniff.ts",
  },
  {
    question: "What limits ffmpeg?",
    words: ["sandbox", "ffmpeg", "memory"],
    file: "apps/server/src/platform/sandbox/media-jail.ts",
  },
  {
    question: "Where are thumbnails made?",
    words: ["thumbnail"],
    file: "apps/server/src/features/assets/media/media-derive.ts",
  },
  {
    question: "When are deleted assets purged?",
    words: ["purge", "deleted"],
    file: "apps/server/src/features/assets/cleanup/sweep-assets.rules.ts",
  },
  {
    question: "Where is the audit log written?",
    words: ["audit log"],
    file: "apps/server/src/features/operation-log/record-operation.ts",
  },
  {
    question: "How is the audit log verified?",
    words: ["verify", "hash", "chain"],
    file: "apps/server/src/features/operation-log/verify-chain.ts",
  },
  {
    question: "Who may call what?",
    words: ["permission", "allows", "access"],
    file: "packages/contract/src/access.ts",
  },
  {
    question: "How does a judge claim items and keep the lease on them?",
    words: ["lease", "heartbeat", "claim"],
    file: "apps/server/src/features/evaluations/rating/lease.store.ts",
  },
  {
    question: "Where are gold items added?",
    words: ["gold", "item", "known"],
    file: "apps/server/src/features/evaluations/owning/add-gold.ts",
  },
  {
    question: "Which model of paired comparisons is fitted?",
    words: ["bradley-terry"],
    file: "packages/statistics/src/math/fit-strengths.ts",
  },
  {
    question: "How are confidence intervals computed?",
    words: ["bootstrap", "resample"],
    file: "packages/statistics/src/math/resamples.ts",
  },
  {
    question: "How is inter-rater agreement computed?",
    words: ["inter-rater agreement"],
    file: "packages/statistics/src/math/alpha.ts",
  },
  {
    question: "What stops formula injection in CSV?",
    words: ["csv", "formula"],
    file: "apps/server/src/platform/write-csv.ts",
  },
  {
    question: "When is a client of server-sent events that does not read cut off?",
    words: ["SSE connection"],
    file: "apps/server/src/features/events/connection.ts",
  },
  { question: "Where is input debounced?", words: ["debounce", "delay"], file: "apps/web/src/ui/use-debounced.ts" },
  {
    question: "Which requests does the browser retry?",
    words: ["retry", "query client"],
    file: "apps/web/src/lib/api/query-client.ts",
  },
  {
    question: "What stops an open redirect after signing in?",
    words: ["open redirect"],
    file: "apps/web/src/lib/login-redirect.ts",
  },
  {
    question: "How does a filter become SQL?",
    words: ["predicate", "compile", "sql"],
    file: "apps/server/src/features/datasets/items/query/compile-predicate.ts",
  },
  {
    question: "What stops path traversal in a storage address?",
    words: ["path traversal"],
    file: "apps/server/src/features/storage/sources/storage-uri.rules.ts",
  },
  {
    question: "How are migrations kept from running twice?",
    words: ["migration", "advisory lock"],
    file: "apps/server/src/platform/db/migrations.ts",
  },
  {
    question: "What happens on SIGTERM?",
    words: ["sigterm", "shutdown"],
    file: "apps/server/src/platform/shutdown.ts",
  },
  {
    question: "When is a cluster that fails asked again?",
    words: ["circuit", "backoff"],
    file: "apps/server/src/features/clusters/polling/poll-cluster.ts",
  },
  {
    question: "How is the whole configuration of Ray Serve changed without losing an application of others?",
    words: ["serve", "lock", "lease"],
    file: "apps/server/src/features/inference-services/deploys/apply-deploy.ts",
  },
  {
    question: "How is a curve of millions of points down-sampled without hiding a spike?",
    words: ["down-sample", "summaries"],
    file: "apps/server/src/features/experiments/points/read-curves.ts",
  },
  {
    question: "How are runs of MLflow found again that changed without a trace?",
    words: ["sweep", "mlflow"],
    file: "apps/server/src/features/experiments/sources/sync/poll-source.ts",
  },
  {
    question: "How is a job not submitted to Ray twice?",
    words: ["submit", "job", "ray"],
    file: "apps/server/src/features/processing/attempts/submit-attempt.ts",
  },
  {
    question: "Which interval says that one arm of a data experiment is better than another?",
    words: ["welch", "interval"],
    file: "packages/statistics/src/means/mean-difference.ts",
  },
];
