import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ADAPTERS, type Adapter } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { openAdapter } from "../adapters/open-adapter.ts";
import { arkDialect } from "./ark-server.ts";
import { comfyuiDialect } from "./comfyui-server.ts";
import { ASSET_ID, ASSET_URL, CANNOT, CASES, type CaseName, type Stage, WRONG_SECRET } from "./conformance-cases.ts";
import { type Dialect, startProvider } from "./fake-provider.ts";
import { falDialect } from "./fal-server.ts";
import { httpDialect } from "./http-server.ts";
import { replicateDialect } from "./replicate-server.ts";
import { videosDialect } from "./videos-server.ts";

const DIALECTS: Readonly<Record<Adapter, Dialect>> = {
  videos: videosDialect,
  fal: falDialect,
  replicate: replicateDialect,
  ark: arkDialect,
  comfyui: comfyuiDialect,
  http: httpDialect,
};
const DOCUMENT = fileURLToPath(new URL("../../../../../../docs/adapters.md", import.meta.url));
const caseNames = Object.keys(CASES) as CaseName[];
const done = new Set<string>();

const openStage = async (dialect: Dialect): Promise<Stage & { close: () => void }> => {
  const server = await startProvider(dialect);
  const outgoing = createOutgoing({ trustedOrigins: [server.origin] });
  const { adapter, model, version } = dialect;
  const performer = {
    adapter,
    model,
    version,
    endpoint: `${server.origin}${dialect.endpointPath}`,
    adapterConfig: dialect.config(server.origin),
  };
  const assetUrl = async (id: string) => (id === ASSET_ID ? ASSET_URL : "");
  const open = (secret: string) => openAdapter({ performer, secret, outgoing, assetUrl });
  const close = (): void => {
    outgoing.close();
    server.close();
  };
  return { server, close, adapter: open(dialect.secret), stranger: open(WRONG_SECRET) };
};

describe.each(ADAPTERS)("the adapter %s", (name) => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  beforeAll(async () => {
    stage = await openStage(DIALECTS[name]);
  });
  afterAll(() => stage.close());

  it.each(caseNames.filter((title) => CANNOT[name][title] === undefined))("passes the case '%s'", async (title) => {
    stage.server.next = { outcome: "success" };
    await CASES[title](stage);
    done.add(`${name} ${title}`);
  });

  it("has a webhook exactly where the table says so", () => {
    expect(stage.adapter.verifyWebhook !== undefined).toBe(CANNOT[name]["webhook twice"] === undefined);
  });

  it("shows its call for a shell, without the secret", () => {
    const line = stage.adapter.toCurl({ input: { prompt: "it's $HOME" }, roles: new Map([["prompt", "prompt"]]) });
    expect(line).toContain("curl -X POST");
    expect(line).toContain("$SECRET");
    expect(line).toContain("it'\\''s $HOME");
    for (const part of DIALECTS[name].secret.split(" ")) expect(line).not.toContain(part);
  });
});

const drawTable = (): string => {
  const reasons = [...new Set(Object.values(CANNOT).flatMap((cannot) => Object.values(cannot)))];
  const cell = (adapter: Adapter, title: CaseName): string => {
    const reason = CANNOT[adapter][title];
    if (reason !== undefined) return `no (${reasons.indexOf(reason) + 1})`;
    return done.has(`${adapter} ${title}`) ? "yes" : "FAILED";
  };
  const rows = caseNames.map(
    (title) => `| ${title} | ${ADAPTERS.map((adapter) => cell(adapter, title)).join(" | ")} |`,
  );
  return [
    `| Case | ${ADAPTERS.join(" | ")} |`,
    `|---|${ADAPTERS.map(() => "---").join("|")}|`,
    ...rows,
    "",
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
  ].join("\n");
};

describe("the table of adapters", () => {
  it("stands in the documents as it was found here", async () => {
    const table = drawTable();
    process.stdout.write(`\n${table}\n`);
    expect(await readFile(DOCUMENT, "utf8")).toContain(table);
  });
});
