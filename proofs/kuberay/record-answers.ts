import { createOutgoing } from "../../apps/server/src/platform/http-client/outgoing.ts";
import type { Kubernetes } from "./engine.ts";
import { NAMESPACE } from "./resources.ts";

interface Tokens {
  readonly token: string;
  /** Of an account that may list nothing. */
  readonly noToken: string;
}

/** What the API server answered to each of the questions, with status and body, for tests on machines that have none. */
export const recordAnswers = async (kubernetes: Kubernetes, { token, noToken }: Tokens) => {
  const { address, caCertificate } = kubernetes;
  const outgoing = createOutgoing({ trustedOrigins: [address] });
  const ask = async (resource: string, bearer?: string) => {
    const { status, bytes } = await outgoing.request(`${address}/apis/ray.io/v1/namespaces/${NAMESPACE}/${resource}`, {
      caCertificate,
      signal: AbortSignal.timeout(10_000),
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    });
    const text = bytes.toString("utf8");
    return { status, body: text.startsWith("{") ? (JSON.parse(text) as unknown) : text };
  };
  try {
    return {
      rayclusters: await ask("rayclusters", token),
      rayjobs: await ask("rayjobs", token),
      firstPage: await ask("rayjobs?limit=3", token),
      anonymous: await ask("rayclusters"),
      wrongToken: await ask("rayclusters", "wrong"),
      notPermitted: await ask("rayclusters", noToken),
      // As an administrator: who may not list a resource is not told that there is none.
      notInstalled: await kubernetes.ask("GET", `/apis/ray.io/v1/namespaces/${NAMESPACE}/raythings`),
    };
  } finally {
    outgoing.close();
  }
};
