// `pnpm proof chart`: the chart against a real Kubernetes API server with its controllers. No container runs.
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { readText } from "../../checks/repository.ts";
import { type ApiServer, accepted, startApiServer } from "../kubernetes/api-server.ts";
import { installDefinitions } from "../kubernetes/definitions.ts";
import { findProgram } from "../kubernetes/programs.ts";
import { CHART, EXAMPLE_VALUES, type Values } from "./chart-files.ts";
import { type Helm, type HelmResult, openHelm } from "./helm.ts";
import { type StandInKubelet, startStandInKubelet } from "./stand-in-kubelet.ts";
import { VALUE_FAULTS } from "./value-faults.ts";

const NAMESPACE = "dailies";
const RELEASE = "dailies";
const PLURALS = ["podmonitors", "prometheusrules"];
/** Apache-2.0. */
const PROMETHEUS_OPERATOR = {
  module: "github.com/prometheus-operator/prometheus-operator",
  version: "v0.90.1",
  files: PLURALS.map((plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`),
  lists: PLURALS.map((plural) => `/apis/monitoring.coreos.com/v1/${plural}`),
};
/** Whatever the chart can install, at once. */
const EVERYTHING: Values = {
  secrets: { optional: ["DAILIES_STRIPE_API_KEY", "DAILIES_OIDC_CLIENT_ID"] },
  settings: { DAILIES_LOG_LEVEL: "warn" },
  api: { nodeSelector: { disk: "ssd" }, scratch: { storageClass: "local" } },
  worker: { tolerations: [{ key: "media", operator: "Exists" }] },
  ingress: {
    enabled: true,
    className: "nginx",
    tlsSecret: "dailies-tls",
    annotations: { "example.org/buffering": "off" },
  },
  networkPolicy: {
    clients: [{ namespaceSelector: { matchLabels: { name: "ingress" } } }],
    monitoring: [{ namespaceSelector: { matchLabels: { name: "monitoring" } } }],
    egress: [{ ports: [{ port: 8000 }], to: [{ ipBlock: { cidr: "10.9.0.0/16" } }] }],
  },
  monitoring: { podMonitors: true, rules: true, labels: { release: "prometheus" } },
  test: { account: "dailies-test" },
};

const beganMs = performance.now();
const say = (words: string): void => {
  process.stdout.write(`${((performance.now() - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${words}\n`);
};

interface Proof {
  readonly helm: Helm;
  readonly ask: ApiServer["ask"];
  readonly kubelet: StandInKubelet;
  readonly expect: (what: string, isTrue: boolean, found?: unknown) => void;
}

const firstLines = ({ said }: HelmResult): string =>
  said
    .split("\n")
    .filter((line) => !line.startsWith("level="))
    .join("\n")
    .slice(0, 600);

const acceptsAndRefuses = async (proof: Proof): Promise<void> => {
  const { helm, expect } = proof;
  const lint = await helm.run("lint", "--strict", CHART, "--values", EXAMPLE_VALUES);
  expect("helm lint finds nothing", lint.status === 0, firstLines(lint));
  for (const [what, values] of [
    ["the chart with the values that have no default", {}],
    ["everything that the chart can install", EVERYTHING],
  ] as const) {
    const dry = await helm.withValues(values, "install", RELEASE, "--dry-run=server");
    expect(`helm finds every kind of ${what} in the cluster`, dry.status === 0, firstLines(dry));
    const { documents, refusals } = await offer(proof, values);
    expect(`the API server accepts ${what}: ${documents} objects`, documents > 0 && refusals.length === 0, refusals);
  }
  let refused = 0;
  for (const { what, values, refusedBy, words } of VALUE_FAULTS) {
    const { isRendered, refusals } = await offer(proof, values);
    const isRight = isRendered === (refusedBy === "API server") && words.test(refusals.join("\n"));
    if (isRight) refused += 1;
    else expect(`${what} is refused by the ${refusedBy}`, false, refusals);
  }
  const all = VALUE_FAULTS.length;
  expect(`${refused} of ${all} planted faults were refused with their cause`, refused === all, refused);
};

/**
 * Renders the chart and offers each object to the API server, which stores nothing. Helm's own dry run asks the server only which
 * kinds and fields there are.
 */
const offer = async ({ helm, ask }: Proof, values: Values) => {
  const rendered = await helm.withValues(values, "template", RELEASE);
  if (rendered.status !== 0) return { isRendered: false, documents: 0, refusals: [firstLines(rendered)] };
  const documents = rendered.stdout.split(/^---$/m).filter((text) => /^kind:/m.test(text));
  const refusals: string[] = [];
  for (const text of documents) {
    const { status, body } = await ask("POST", `${listOf(text)}?dryRun=All&fieldValidation=Strict`, text);
    if (status !== 201) refusals.push(body.message);
  }
  return { isRendered: true, documents: documents.length, refusals };
};

/** Where objects of its kind are. */
const listOf = (yaml: string): string => {
  const [apiVersion = "", kind = ""] = ["apiVersion", "kind"].map((name) =>
    new RegExp(`^${name}: (.*)$`, "m").exec(yaml)?.[1]?.toLowerCase(),
  );
  const plural = kind.replace(/y$/, "ie").replace(/s$/, "se");
  return `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}/namespaces/${NAMESPACE}/${plural}s`;
};

const objectsOf = async (ask: Proof["ask"], list: string, selector = `app.kubernetes.io/instance=${RELEASE}`) =>
  (await accepted(list, ask("GET", `${list}?labelSelector=${encodeURIComponent(selector)}`))).items;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const templatesOf = async (ask: Proof["ask"]): Promise<string> =>
  // biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes.
  JSON.stringify((await objectsOf(ask, DEPLOYMENTS)).map((one: any) => one.spec.template));

/** What a namespace with the strictest standard refuses, the controllers report as pods that they could not create. */
const isAdmitted = async ({ ask, expect }: Proof): Promise<void> => {
  // biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes.
  const partOf = (pod: any): string => pod.metadata.labels["app.kubernetes.io/component"];
  // The autoscaler raises the API from one pod to its minimum.
  const pods = await eventually(async () => {
    const all = await objectsOf(ask, PODS);
    return all.length >= 4 ? all : undefined;
  }, 60_000).catch(() => objectsOf(ask, PODS));
  const parts = pods.map(partOf).toSorted();
  expect(
    "two pods of the API and two workers were admitted to a namespace that enforces the standard restricted",
    parts.join() === "api,api,worker,worker",
    parts,
  );
  const { spec } = pods.find((pod: { metadata: { name: string } }) => pod.metadata.name.includes("worker"));
  const planted: readonly (readonly [what: string, securityContext: Values])[] = [
    ["without a profile of system calls", { seccompProfile: { type: "Unconfined" } }],
    ["with a capability", { capabilities: { drop: ["ALL"], add: ["SYS_ADMIN"] } }],
    ["that may gain privileges", { allowPrivilegeEscalation: true }],
  ];
  for (const [what, more] of planted) {
    const [container] = spec.containers;
    const securityContext = { ...container.securityContext, ...more };
    const pod = {
      metadata: { name: "planted" },
      spec: { ...spec, nodeName: undefined, containers: [{ ...container, securityContext }] },
    };
    const { status, body } = await ask("POST", `${PODS}?dryRun=All`, pod);
    expect(`the same worker ${what} is not admitted`, status === 403 && /restricted/.test(body.message), body);
  }
  const nodes = readText("ops/chart/seccomp-nodes.yaml").replace("namespace: dailies-nodes", `namespace: ${NAMESPACE}`);
  const { status, body } = await ask("POST", `${DEPLOYMENTS.replace("deployments", "daemonsets")}?dryRun=All`, nodes);
  expect("the manifest that puts the profile on the nodes is accepted", status === 201, body);
};

const changesReleases = async (proof: Proof): Promise<void> => {
  const { helm, ask, kubelet, expect } = proof;
  const change = (values: Values, ...args: readonly string[]) =>
    helm.withValues(values, ...args, RELEASE, "--wait", "--timeout", "120s");
  const installed = await change({}, "install");
  expect("the chart is installed", installed.status === 0, firstLines(installed));
  expect("the migration ran before it", kubelet.succeeded.size === 1, [...kubelet.succeeded]);
  await isAdmitted(proof);
  const before = await templatesOf(ask);

  const upgraded = await change({ images: { api: { tag: "0.1.1" }, worker: { tag: "0.1.1" } } }, "upgrade");
  expect("it is upgraded to another version", upgraded.status === 0, firstLines(upgraded));
  expect("the migration ran before the upgrade", kubelet.succeeded.size === 2, [...kubelet.succeeded]);
  const after = await templatesOf(ask);
  expect("the Deployments have the new images", after.includes("dailies-api:0.1.1") && !after.includes(":0.1.0"));

  // The API server refuses the worker after Helm has changed the API.
  const wrong = { worker: { tolerations: [{ key: "media", operator: "Sometimes" }] } };
  const refused = await change(wrong, "upgrade", "--rollback-on-failure");
  expect("an upgrade that the API server refuses fails", refused.status !== 0, firstLines(refused));
  expect("and the Deployments are those from before it", (await templatesOf(ask)) === after);

  const back = await helm.run("rollback", RELEASE, "2", "--wait", "--timeout", "120s");
  const first = await helm.run("rollback", RELEASE, "1", "--wait", "--timeout", "120s");
  expect("it is rolled back", back.status === 0 && first.status === 0, firstLines(first));
  expect("the Deployments are those of the first version", (await templatesOf(ask)) === before);

  const removed = await helm.run("uninstall", RELEASE, "--wait", "--timeout", "120s");
  expect("it is removed", removed.status === 0, firstLines(removed));
  const lists = [DEPLOYMENTS, PODS, `/apis/policy/v1/namespaces/${NAMESPACE}/poddisruptionbudgets`];
  const left = (await Promise.all(lists.map((list) => objectsOf(ask, list)))).flat();
  expect("nothing of it is left", left.length === 0, left);
};

export const proveChart = async (): Promise<boolean> => {
  // Before anything is started.
  for (const name of ["helm", "kube-controller-manager"] as const) findProgram(name);
  const faults: string[] = [];
  const expect: Proof["expect"] = (what, isTrue, found) => {
    say(`${isTrue ? "ok  " : "FAIL"} ${what}`);
    if (isTrue) return;
    faults.push(what);
    if (found !== undefined) say(JSON.stringify(found, undefined, 1).slice(0, 2_000));
  };
  const server = await startApiServer();
  const { ask } = server;
  const helm = await openHelm(server.kubeconfig, NAMESPACE);
  try {
    await installDefinitions(ask, PROMETHEUS_OPERATOR);
    await server.startControllers();
    say("the API server is up, with its controllers and the definitions of the Prometheus operator");
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    await accepted("namespace", ask("POST", "/api/v1/namespaces", { metadata: { name: NAMESPACE, labels } }));
    const kubelet = await startStandInKubelet(ask, NAMESPACE);
    try {
      await acceptsAndRefuses({ helm, ask, kubelet, expect });
      await changesReleases({ helm, ask, kubelet, expect });
    } finally {
      await kubelet.stop();
    }
  } finally {
    await helm.close();
    await server.stop();
  }
  say(faults.length === 0 ? "chart: ok" : `chart: ${faults.length} FAILED`);
  return faults.length === 0;
};
