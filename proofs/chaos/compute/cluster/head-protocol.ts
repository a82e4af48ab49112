/** `hidden`: Serve's controller cannot be found, and Ray answers as if it had not been started. */
export type AnswerMode = "usual" | "slow" | "tracebacks" | "truncated" | "resets" | "hidden";

/** In everything of a cluster that may not reach a log or a table of ours. */
export const CLUSTER_CANARY = "canary-of-the-cluster-7c1e";

/** The application of others that every cluster has. */
export const FOREIGN = {
  name: "foreign",
  route_prefix: "/foreign",
  import_path: "theirs:app",
  runtime_env: { env_vars: { THEIR_KEY: CLUSTER_CANARY } },
  deployments: [{ name: "Theirs", num_replicas: 2 }],
};

export type ServeApplicationConfig = Readonly<Record<string, unknown>> & { readonly name: string };

export interface HeadJob {
  readonly key: string;
  readonly status: string;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** What the head knows, not what it answers. */
export interface HeadState {
  readonly sessionName: string;
  readonly shutdowns: number;
  readonly jobs: readonly HeadJob[];
  readonly applications: Readonly<Record<string, ServeApplicationConfig | null>>;
}

/** Outlives the head: every write that Serve accepted, every job that was accepted, and every start. */
export type JournalEntry =
  | { readonly kind: "boot"; readonly sessionName: string }
  | { readonly kind: "write"; readonly applications: readonly ServeApplicationConfig[] }
  | {
      readonly kind: "submission";
      readonly sessionName: string;
      readonly submissionId: string;
      /** Jobs of the same run that were still running. */
      readonly besides: readonly string[];
    };

/** How the head starts the next time. */
export interface NextBoot {
  /** Without what it had stored, as Ray does by default; otherwise with it, as with a persistent control service. */
  readonly isLost: boolean;
  readonly delayMs: number;
}

export type HeadOrder =
  | { readonly order: "start job"; readonly submissionId: string | null; readonly log: string }
  | {
      readonly order: "end job";
      readonly key: string;
      readonly startMs: number;
      readonly status: "SUCCEEDED" | "FAILED" | "STOPPED";
      readonly log: string;
    }
  | { readonly order: "lose node" }
  | { readonly order: "answer"; readonly mode: AnswerMode; readonly seed: number }
  | { readonly order: "describe" };
