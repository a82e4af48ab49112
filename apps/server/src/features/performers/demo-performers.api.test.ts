import { expect, it } from "vitest";
import { createOutgoing } from "../../platform/http-client/outgoing.ts";
import { programContext } from "../../request-context.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { provisionDemoPerformers } from "./demo-performers.ts";
import { createPerformerSecretBox } from "./secret-box.ts";

const ORIGIN = "http://127.0.0.1:9";
const running = runApp((config) => ({ ...config, performerOrigins: [ORIGIN] }));

it("the performers of a demonstration are registered once, the hosted one disabled and without a secret", async () => {
  const manager = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
  const { db, config } = running.current;
  const outgoing = createOutgoing({ trustedOrigins: config.performerOrigins });
  const deps = { db, box: createPerformerSecretBox(config.secretKeys), outgoing };
  const context = programContext("(demonstration data)", "seed", new Date());
  const reference = { url: ORIGIN, secret: "whsec_AAAA" };
  expect(await provisionDemoPerformers(deps, context, reference)).toBe(3);
  expect(await provisionDemoPerformers(deps, context, reference)).toBe(0);
  const { body } = await manager.get("/api_v1/performer/list");
  const items = body.items as { adapter: string; name: string }[];
  expect(items.find(({ name }) => name === "Reference performer")).toMatchObject({
    is_enabled: true,
    shared_with_internal: true,
    is_secret_set: true,
    adapter_config: { webhook: "standard" },
  });
  expect(items.find(({ name }) => name === "Reference judge")).toMatchObject({ kind: "judge", is_secret_set: false });
  expect(items.find(({ adapter }) => adapter === "fal")).toMatchObject({ is_enabled: false, is_secret_set: false });
});
