import { randomUUID } from "node:crypto";
import { get, type ObjectRule, post } from "./object-rule.ts";

const idOf: ObjectRule["idOf"] = (world) => world.serviceId;

/** Every internal user may read a service; only its owner or an administrator changes it. An endpoint has no deploys. */
export const SERVICE_RULES: readonly ObjectRule[] = [
  {
    name: "an inference service",
    ask: (id) => get(`/api_v1/is/${id}`),
    idOf,
    expected: { owner: 200, colleague: 200, outsider: 403, manager: 200 },
  },
  {
    name: "the callers of a service",
    ask: (id) => get(`/api_v1/is/${id}/callers`),
    idOf,
    expected: { owner: 200, colleague: 403, outsider: 403, manager: 200 },
  },
  {
    name: "a deploy of a service",
    ask: (id) => post(`/api_v1/is/${id}/deploy`, { kind: "pause", expect_revision: 1, request_key: randomUUID() }),
    idOf,
    expected: { owner: 409, colleague: 403, outsider: 403, manager: 409 },
  },
];
