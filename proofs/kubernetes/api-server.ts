import type { ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { endProgram, findProgram, startProgram } from "./programs.ts";

export const STARTS_WITHIN_MS = 180_000;

export interface KubernetesAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
  readonly body: any;
}

export interface ApiServer {
  readonly address: string;
  /** PEM, of the authority that signed its certificate. */
  readonly caCertificate: string;
  /** A file for programs that are clients, as an administrator of Kubernetes. */
  readonly kubeconfig: string;
  /** As an administrator of Kubernetes. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<KubernetesAnswer>;
  readonly killServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  /** Then Deployments become pods, and deleted objects take along what they own. Nothing runs the pods. */
  readonly startControllers: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A real Kubernetes API server with etcd. */
export const startApiServer = async (): Promise<ApiServer> => {
  // Before anything is started.
  for (const name of ["etcd", "kube-apiserver"] as const) findProgram(name);
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-kubernetes-"));
  const [port, client, peer, controllers] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const adminToken = randomBytes(24).toString("hex");
  const file = (name: string): string => path.join(folder, name);
  await writeKeys(file, adminToken);
  const running: ChildProcess[] = [
    await startProgram(folder, "etcd", [
      `--data-dir=${file("etcd")}`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
      "--unsafe-no-fsync",
    ]),
  ];
  let server: ChildProcess | undefined;
  const serve = async () => {
    server = await startProgram(folder, "kube-apiserver", serverArguments(file, port, client));
  };
  const stop = async () => {
    for (const child of [...running.slice(1), server, running[0]]) await endProgram(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await serve();
    const address = `https://127.0.0.1:${port}`;
    // The file has the certificate of the server and that of the authority which it made for itself.
    const certificates = await eventually(() => readWhole(file("certificates/apiserver.crt")), STARTS_WITHIN_MS);
    const caCertificate = certificates.slice(certificates.lastIndexOf("-----BEGIN CERTIFICATE-----"));
    await writeFile(file("kubeconfig"), kubeconfig(address, caCertificate, adminToken), { mode: 0o600 });
    const ask = askAs({ port, token: adminToken, ca: caCertificate });
    const isUp = async () => ((await ask("GET", "/readyz").catch(() => undefined))?.status === 200 ? true : undefined);
    await eventually(isUp, STARTS_WITHIN_MS);
    return {
      address,
      caCertificate,
      kubeconfig: file("kubeconfig"),
      ask,
      killServer: () => endProgram(server),
      startServer: async () => {
        await serve();
        await eventually(isUp, STARTS_WITHIN_MS);
      },
      startControllers: async () => {
        running.push(
          await startProgram(folder, "kube-controller-manager", [
            `--kubeconfig=${file("kubeconfig")}`,
            `--service-account-private-key-file=${file("accounts.key")}`,
            "--bind-address=127.0.0.1",
            `--secure-port=${controllers}`,
            `--cert-dir=${file("controller-certificates")}`,
            "--leader-elect=false",
          ]),
        );
      },
      stop,
    };
  } catch (error) {
    const log = await readFile(file("kube-apiserver.log"), "utf8").catch(() => "");
    await stop();
    throw new Error(`the API server did not start:\n${log.split("\n").slice(-15).join("\n")}`, { cause: error });
  }
};

/** The keys of service accounts and the token of the administrator. */
const writeKeys = async (file: (name: string) => string, adminToken: string): Promise<void> => {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await writeFile(file("accounts.key"), keys.privateKey, { mode: 0o600 });
  await writeFile(file("accounts.pub"), keys.publicKey);
  await writeFile(file("tokens.csv"), `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 });
};

const serverArguments = (file: (name: string) => string, port: number, etcdPort: number): string[] => [
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
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
];

/** JSON is YAML. */
const kubeconfig = (address: string, ca: string, token: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name: "proof", cluster: { server: address, "certificate-authority-data": Buffer.from(ca).toString("base64") } },
    ],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "proof", context: { cluster: "proof", user: "admin" } }],
    "current-context": "proof",
  });

const readWhole = async (file: string): Promise<string | undefined> => {
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, "utf8");
  return text.trimEnd().endsWith("-----END CERTIFICATE-----") ? text : undefined;
};

const askAs =
  ({ port, token, ca }: { readonly port: number; readonly token: string; readonly ca: string }): ApiServer["ask"] =>
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

/** The body of an answer that is no refusal. */
export const accepted = async (what: string, asked: Promise<KubernetesAnswer>): Promise<KubernetesAnswer["body"]> => {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 800)}`);
  return body;
};
