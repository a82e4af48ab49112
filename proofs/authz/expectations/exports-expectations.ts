import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000e";
const LINK = "https://example.feishu.cn/base/basAUTHZ";
const EXPORT = "/api_v1/export";
const WHAT = { task_ids: [ID], rows: "cells" };

const v1 = (call: string, more: Omit<Expectation, "rule"> = {}): Record<string, Expectation> => ({
  [call]: { rule: "USE_VERSION_1_0", ...more },
});

/** Users of version 1.0; ownership of the export and read access to its tasks are checked on the rows. */
export const EXPORTS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...v1(`GET ${EXPORT}/lark`),
  ...v1(`POST ${EXPORT}/lark/resolve`, { body: { link: LINK } }),
  ...v1(`POST ${EXPORT}/lark/base`, { body: { name: "authz", request_key: ID } }),
  ...v1(`POST ${EXPORT}/preview`, { body: WHAT }),
  ...v1(`POST ${EXPORT}/create`, { body: { ...WHAT, target: { kind: "csv" }, request_key: ID } }),
  ...v1(`GET ${EXPORT}/list`),
  ...v1(`GET ${EXPORT}/detail/:id`, { path: `${EXPORT}/detail/${ID}` }),
  ...v1(`POST ${EXPORT}/cancel/:id`, { path: `${EXPORT}/cancel/${ID}` }),
  ...v1(`POST ${EXPORT}/resume/:id`, { path: `${EXPORT}/resume/${ID}` }),
  ...v1(`GET ${EXPORT}/download/:id`, { path: `${EXPORT}/download/${ID}` }),
};
