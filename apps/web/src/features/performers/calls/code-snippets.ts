import type { PerformerTaskDetail } from "@dailies/contract";

export const SNIPPETS = ["curl", "python", "javascript"] as const;
export type Snippet = (typeof SNIPPETS)[number];

const bodyOf = ({ performer_id, input, seed_used, seed_requested }: PerformerTaskDetail) => {
  const seed = seed_used ?? seed_requested;
  return { performer_id, input, seeds: seed === null ? [] : [seed] };
};

const python = (call: PerformerTaskDetail, origin: string): string => `import json, os, time, urllib.request, uuid

CONSOLE = ${JSON.stringify(origin)}
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "origin": CONSOLE}
    with opener.open(urllib.request.Request(CONSOLE + path, data, headers)) as reply:
        return json.load(reply)

call("/api/auth/login", {"username": os.environ["CONSOLE_USER"], "password": os.environ["CONSOLE_PASSWORD"]})
body = json.loads(r"""${JSON.stringify(bodyOf(call))}""")
made = call("/api_v1/performer/task/create", {**body, "request_key": str(uuid.uuid4())})["items"][0]
while made["status"] in ("Pending", "Queued", "Running"):
    time.sleep(3)
    made = call("/api_v1/performer/task/detail?id=" + made["id"])
print(made["status"], [output["media_url"] for output in made["outputs"]])
`;

const javascript = (call: PerformerTaskDetail, origin: string): string => `const CONSOLE = ${JSON.stringify(origin)};
let cookie = "";

const call = async (path, body) => {
  const reply = await fetch(CONSOLE + path, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", origin: CONSOLE, cookie },
    body: body && JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
  cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  return reply.json();
};

const { CONSOLE_USER: username, CONSOLE_PASSWORD: password } = process.env;
await call("/api/auth/login", { username, password });
const body = ${JSON.stringify(bodyOf(call), null, 2)};
let made = (await call("/api_v1/performer/task/create", { ...body, request_key: crypto.randomUUID() })).items[0];
while (["Pending", "Queued", "Running"].includes(made.status)) {
  await new Promise((wake) => setTimeout(wake, 3000));
  made = await call(\`/api_v1/performer/task/detail?id=\${made.id}\`);
}
console.log(made.status, made.outputs.map((output) => output.media_url));
`;

/** The request as a shell command for the provider, or as code that goes through this console. */
export const snippetOf = (kind: Snippet, call: PerformerTaskDetail, origin: string): string => {
  if (kind === "curl") return call.curl;
  return kind === "python" ? python(call, origin) : javascript(call, origin);
};
