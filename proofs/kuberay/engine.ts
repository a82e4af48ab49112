import { type ChildProcess, execFile, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { programFolders } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";

/** Whose resource definitions are installed. It is Apache-2.0; they are read from its Go module and not copied. */
const KUBERAY = { module: "github.com/ray-project/kuberay/ray-operator", version: "v1.6.1" };
const STARTS_WITHIN_MS = 180_000;
const run = promisify(execFile);

export interface KubernetesAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
  readonly body: any;
}

export interface Kubernetes {
  readonly address: string;
  /** PEM, of the authority that signed its certificate. */
  readonly caCertificate: string;
  /** As an administrator of Kubernetes. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<KubernetesAnswer>;
  /** A service account with a token, which may list the given resources of KubeRay in one namespace. */
  readonly allow: (namespace: string, account: string, resources: readonly string[]) => Promise<string>;
  readonly killServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** In the folder of controller-runtime's envtest, or in the cache of ./dev, where one file may hold all of Kubernetes. */
const FILES = {
  etcd: ["etcd-3.6.8"],
  "kube-apiserver": ["kube-apiserver-1.36.3", "kube-all-1.36.3"],
} as const;
type Program = keyof typeof FILES;

const findProgram = (name: Program): string => {
  const { envtest, cache } = programFolders();
  const inCache = FILES[name].map((file) => path.join(cache, "bin", file));
  const found = [...(envtest === undefined ? [] : [path.join(envtest, name)]), ...inCache].find((file) =>
    existsSync(file),
  );
  if (found !== undefined) return found;
  throw new Error(
    `${name} was not found. Set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver, as envtest does, or put it ` +
      `at ${inCache[0]}`,
  );
};

const start = async (folder: string, name: Program, args: readonly string[]): Promise<ChildProcess> => {
  const log = await open(path.join(folder, `${name}.log`), "a");
  // A file that holds all of Kubernetes looks at the name that it is called by.
  const child = spawn(findProgram(name), args, { argv0: name, stdio: ["ignore", log.fd, log.fd] });
  await log.close();
  return child;
};

const end = async (child: ChildProcess | undefined, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
};

/** A real Kubernetes API server with etcd and KubeRay's resource definitions. Nothing acts on what is written there. */
export const startKubernetes = async (): Promise<Kubernetes> => {
  // Before anything is started.
  for (const name of ["etcd", "kube-apiserver"] as const) findProgram(name);
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-kuberay-"));
  const [port, client, peer] = [await freePort(), await freePort(), await freePort()];
  const adminToken = randomBytes(24).toString("hex");
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file("accounts.key"), keys.privateKey, { mode: 0o600 });
  await writeFile(file("accounts.pub"), keys.publicKey);
  await writeFile(file("tokens.csv"), `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const etcd = await start(folder, "etcd", [
    `--data-dir=${file("etcd")}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
    "--unsafe-no-fsync",
  ]);
  let server: ChildProcess | undefined;
  const serve = async () => {
    server = await start(folder, "kube-apiserver", [
      `--etcd-servers=http://127.0.0.1:${client}`,
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      "--advertise-address=127.0.0.1",
      "--endpoint-reconciler-type=none",
      `--cert-dir=${file("certificates")}`,
      `--token-auth-file=${file("tokens.csv")}`,
      "--authorization-mode=RBAC",
      "--service-cluster-ip-range=10.96.0.0/24",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${file("accounts.pub")}`,
      `--service-account-signing-key-file=${file("accounts.key")}`,
      "--disable-admission-plugins=ServiceAccount",
    ]);
  };
  const stop = async () => {
    await end(server, "SIGKILL");
    await end(etcd, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await serve();
    const address = `https://127.0.0.1:${port}`;
    // The file has the certificate of the server and that of the authority which it made for itself.
    const certificates = await eventually(() => readWhole(file("certificates/apiserver.crt")), STARTS_WITHIN_MS);
    const caCertificate = certificates.slice(certificates.lastIndexOf("-----BEGIN CERTIFICATE-----"));
    const ask = askAs({ port, token: adminToken, ca: caCertificate });
    const isUp = async () => ((await ask("GET", "/readyz").catch(() => undefined))?.status === 200 ? true : undefined);
    await eventually(isUp, STARTS_WITHIN_MS);
    await installDefinitions(ask);
    return {
      address,
      caCertificate,
      ask,
      allow: (namespace, account, resources) => allow(ask, namespace, account, resources),
      killServer: () => end(server, "SIGKILL"),
      startServer: async () => {
        await serve();
        await eventually(isUp, STARTS_WITHIN_MS);
      },
      stop,
    };
  } catch (error) {
    const log = await readFile(file("kube-apiserver.log"), "utf8").catch(() => "");
    await stop();
    throw new Error(`the API server did not start:\n${log.split("\n").slice(-15).join("\n")}`, { cause: error });
  }
};

const readWhole = async (file: string): Promise<string | undefined> => {
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, "utf8");
  return text.trimEnd().endsWith("-----END CERTIFICATE-----") ? text : undefined;
};

type AdminCall = Kubernetes["ask"];

const askAs =
  ({ port, token, ca }: { readonly port: number; readonly token: string; readonly ca: string }): AdminCall =>
  async (method, path, body) => {
    const isYaml = typeof body === "string";
    const json = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const call = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      ca,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": isYaml ? "application/yaml" : json,
      },
      timeout: 60_000,
    });
    call.end(isYaml || body === undefined ? body : JSON.stringify(body));
    const [answer] = await once(call, "response");
    const text = (await buffer(answer)).toString("utf8");
    return { status: answer.statusCode, body: text.startsWith("{") ? JSON.parse(text) : text };
  };

const must = async (what: string, asked: Promise<KubernetesAnswer>): Promise<KubernetesAnswer["body"]> => {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
  return body;
};

/** KubeRay's own, as its operator's chart installs them. */
const installDefinitions = async (ask: AdminCall): Promise<void> => {
  const { stdout } = await run("go", ["mod", "download", "-json", `${KUBERAY.module}@${KUBERAY.version}`], {
    cwd: tmpdir(),
  });
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string };
  for (const plural of ["rayclusters", "rayjobs"]) {
    const yaml = await readFile(path.join(folder, "config/crd/bases", `ray.io_${plural}.yaml`), "utf8");
    await must(plural, ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", yaml));
    await eventually(async () => {
      const { status } = await ask("GET", `/apis/ray.io/v1/${plural}`);
      return status === 200 ? true : undefined;
    }, STARTS_WITHIN_MS);
  }
};

const allow = async (
  ask: AdminCall,
  namespace: string,
  account: string,
  resources: readonly string[],
): Promise<string> => {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const metadata = { name: account };
  await must("account", ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata }));
  const rules = [{ apiGroups: ["ray.io"], resources, verbs: ["list"] }];
  await must("role", ask("POST", `${rbac}/roles`, { metadata, rules }));
  const binding = {
    metadata,
    subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    roleRef: { kind: "Role", name: account, apiGroup: "rbac.authorization.k8s.io" },
  };
  await must("binding", ask("POST", `${rbac}/rolebindings`, binding));
  const asked = ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`, { spec: {} });
  return (await must("token", asked)).status.token;
};
