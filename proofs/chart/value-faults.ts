import type { Values } from "./chart-files.ts";

export interface ValueFault {
  readonly what: string;
  readonly values: Values;
  /** The schema refuses it before anything is rendered, or the API server when it is asked. */
  readonly refusedBy: "schema" | "API server";
  /** Of the cause. */
  readonly words: RegExp;
}

const bySchema = (what: string, words: RegExp, values: Values): ValueFault => ({
  what,
  values,
  refusedBy: "schema",
  words,
});
const byServer = (what: string, words: RegExp, values: Values): ValueFault => ({
  what,
  values,
  refusedBy: "API server",
  words,
});

/** Mistakes of somebody who writes values. Each must be refused before anything is installed. */
export const VALUE_FAULTS: readonly ValueFault[] = [
  bySchema("a name that does not exist", /replicas/, { replicas: 3 }),
  bySchema("a misspelled name", /replica\b/, { api: { replica: 3 } }),
  bySchema("plain http for browsers", /publicOrigin/, { publicOrigin: "http://dailies.example.org" }),
  bySchema("no trusted proxy", /trustedProxies/, { trustedProxies: [] }),
  bySchema("a secret among the values", /DAILIES_SECRET_KEY/, { secrets: { DAILIES_SECRET_KEY: "c2VjcmV0" } }),
  bySchema("a variable that does not exist", /DAILIES_LOGLEVEL/, { settings: { DAILIES_LOGLEVEL: "warn" } }),
  bySchema("a secret among the settings", /DAILIES_STRIPE_API_KEY/, { settings: { DAILIES_STRIPE_API_KEY: "rk_1" } }),
  bySchema("a number, which Helm would write as 5.36870912e+09", /DAILIES_VIEWER_DISK_BYTES/, {
    settings: { DAILIES_VIEWER_DISK_BYTES: 5_368_709_120 },
  }),
  bySchema("an optional secret that does not exist", /optional/, { secrets: { optional: ["DAILIES_STRIPE_KEY"] } }),
  bySchema("Temporal without a port", /temporal/, { engines: { temporal: { address: "temporal" } } }),
  bySchema("storage that browsers would reach by plain http", /endpoint/, {
    engines: { s3: { endpoint: "http://seaweedfs:8333" } },
  }),
  bySchema("half a digest", /digest/, { images: { api: { digest: "sha256:abc" } } }),
  bySchema("a single API", /replicas/, { api: { replicas: 1 } }),
  bySchema("an ingress without a certificate", /tlsSecret/, { ingress: { enabled: true } }),
  bySchema("a misspelled peer", /peers|clients/, { networkPolicy: { clients: [{ podSelectors: {} }] } }),
  bySchema("an amount of memory in other units", /memory/, { worker: { resources: { limits: { memory: "6 GB" } } } }),
  bySchema("a profile at an absolute path", /seccompProfile/, { worker: { seccompProfile: "/etc/dailies.json" } }),
  byServer("fewer replicas at most than at least", /maxReplicas|minReplicas/, {
    api: { autoscaling: { minReplicas: 4, maxReplicas: 3 } },
  }),
  byServer("a request above its limit", /limit/, { api: { resources: { requests: { memory: "8Gi" } } } }),
  byServer("a toleration with an operator that does not exist", /operator/, {
    worker: { tolerations: [{ key: "gpu", operator: "Sometimes" }] },
  }),
  byServer("a selector of nodes that no label can match", /nodeSelector|label/, {
    worker: { nodeSelector: { disk: "local ssd" } },
  }),
  byServer("an annotation that is no name", /annotations/, {
    ingress: { enabled: true, tlsSecret: "tls", annotations: { "proxy body size": "1m" } },
  }),
  byServer("a network without its length", /cidr/i, {
    engines: { postgres: { peers: [{ ipBlock: { cidr: "10.4.0.7" } }] } },
  }),
  byServer("a path that leaves the folder of profiles", /localhostProfile/, {
    worker: { seccompProfile: "profiles/../../dailies.json" },
  }),
];
