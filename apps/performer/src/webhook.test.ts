import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aPerformer, SMALL, type TestPerformer } from "./testing/client.ts";
import { signWebhook } from "./webhook.ts";

const secret = `whsec_${randomBytes(24).toString("base64")}`;
const letters: { headers: IncomingHttpHeaders; body: string }[] = [];
let answers: number[] = [];
const listener = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    letters.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 204).end();
  });
});
let performer: TestPerformer;
let webhookUrl: string;

beforeAll(async () => {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  performer = await aPerformer({ webhookSecret: secret });
});
afterAll(async () => {
  await performer.stop();
  listener.close();
});

const lettersAbout = async (id: string, count: number) => {
  const found = () => letters.filter(({ body }) => body.includes(id));
  await expect.poll(() => found().length).toBe(count);
  return found();
};

it("the performer sends a signed webhook when a job ends", async () => {
  const { id } = await performer.create({ ...SMALL, webhook_url: webhookUrl });
  const [letter] = await lettersAbout(id, 1);
  const {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  } = letter?.headers ?? {};
  expect(signature).toBe(signWebhook(secret, `${messageId}`, Number(timestamp), letter?.body ?? ""));
  expect(JSON.parse(letter?.body ?? "")).toMatchObject({ type: "video.completed", data: { id, status: "completed" } });
});

it("the performer sends a webhook again when it was not accepted", async () => {
  answers = [500];
  const { id } = await performer.create({ ...SMALL, webhook_url: webhookUrl, fault: "fail" });
  const told = await lettersAbout(id, 2);
  expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

it("the performer sends a webhook twice with the same id when a fault asks for it", async () => {
  const { id } = await performer.create({ ...SMALL, webhook_url: webhookUrl, fault: "answer_twice" });
  const told = await lettersAbout(id, 2);
  expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});
