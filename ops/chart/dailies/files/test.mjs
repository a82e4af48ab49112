// `helm test`: what a person would try first, as the pages of the console do it. node test.mjs ORIGIN
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [, , origin] = process.argv;
const ACCOUNT = "/run/secrets/account";
const CHECKED_WITHIN_MS = 120_000;

const say = (words) => process.stdout.write(`${words}\n`);

let cookie = "";
const ask = async (method, path, body) => {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(cookie && { cookie }),
      ...(isJson && { "content-type": "application/json" }),
    },
    body: isJson ? JSON.stringify(body) : body,
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() };
};
const must = async (method, path, body) => {
  const answer = await ask(method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
};
const json = async (...call) => JSON.parse((await must(...call)).text);

const signIn = async () => {
  const [username, password] = ["username", "password"].map((name) =>
    readFileSync(`${ACCOUNT}/${name}`, "utf8").trimEnd(),
  );
  const { cookies } = await must("POST", "/api/auth/login", { username, password });
  cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");
  await must("GET", "/api/auth/me");
};

const askEngines = async () => {
  const { engines } = await json("GET", "/api_v1/system/health");
  for (const { name, state, fault } of engines) say(`  ${name}: ${state}${fault ? `, ${fault}` : ""}`);
  if (engines.some(({ state }) => state === "down")) throw new Error("an engine or the worker is down");
};

/** From the API through storage and Temporal to the sandbox of a worker, and back. */
const uploadPicture = async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(pixel, "base64")], { type: "image/png" }), "helm-test.png");
  const { id } = await json("POST", "/api_v1/asset/upload", form);
  try {
    const deadlineMs = Date.now() + CHECKED_WITHIN_MS;
    for (;;) {
      const { status, verdict } = await json("GET", `/api_v1/asset/mine?id=${id}`);
      if (status === "Ready") return;
      if (status === "Rejected") throw new Error(`the picture was rejected: ${verdict}`);
      if (Date.now() > deadlineMs) throw new Error(`the picture is still ${status}: see the log of the worker`);
      await sleep(1_000);
    }
  } finally {
    await must("POST", "/api_v1/asset/delete", { ids: [id] });
  }
};

const page = await must("GET", "/");
if (!page.text.includes("<html")) throw new Error("the API does not serve the web application");
say("the page is served");
const { status } = await ask("GET", "/api/auth/me");
if (status !== 401) throw new Error(`somebody who has not signed in was answered with ${status}`);
say("nobody is let in without signing in");
if (existsSync(ACCOUNT)) {
  await signIn();
  say("the account of the test has signed in");
  await askEngines();
  await uploadPicture();
  say("a picture was uploaded, checked by a worker and deleted");
  await must("GET", "/api/auth/logout");
} else {
  say("no account is set (test.account), so no engine was asked");
}
