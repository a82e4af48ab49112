import { type ApiServer, accepted, startApiServer } from "../kubernetes/api-server.ts";
import { installDefinitions } from "../kubernetes/definitions.ts";

const PLURALS = ["rayclusters", "rayjobs"];
/** Apache-2.0; as the chart of KubeRay's operator installs them. */
const KUBERAY = {
  module: "github.com/ray-project/kuberay/ray-operator",
  version: "v1.6.1",
  files: PLURALS.map((plural) => `config/crd/bases/ray.io_${plural}.yaml`),
  lists: PLURALS.map((plural) => `/apis/ray.io/v1/${plural}`),
};

export interface Kubernetes extends ApiServer {
  /** A service account with a token, which may list the given resources of KubeRay in one namespace. */
  readonly allow: (namespace: string, account: string, resources: readonly string[]) => Promise<string>;
}

/** A real Kubernetes API server with KubeRay's resource definitions. Nothing acts on what is written there. */
export const startKubernetes = async (): Promise<Kubernetes> => {
  const server = await startApiServer();
  try {
    await installDefinitions(server.ask, KUBERAY);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    ...server,
    allow: (namespace, account, resources) => allow(server.ask, namespace, account, resources),
  };
};

const allow = async (
  ask: ApiServer["ask"],
  namespace: string,
  account: string,
  resources: readonly string[],
): Promise<string> => {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const metadata = { name: account };
  await accepted("account", ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata }));
  const rules = [{ apiGroups: ["ray.io"], resources, verbs: ["list"] }];
  await accepted("role", ask("POST", `${rbac}/roles`, { metadata, rules }));
  const binding = {
    metadata,
    subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    roleRef: { kind: "Role", name: account, apiGroup: "rbac.authorization.k8s.io" },
  };
  await accepted("binding", ask("POST", `${rbac}/rolebindings`, binding));
  const asked = ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`, { spec: {} });
  return (await accepted("token", asked)).status.token;
};
