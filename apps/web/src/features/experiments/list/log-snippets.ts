/** Logs a run with nothing but Python's standard library. */
export const pythonSnippet = (
  origin: string,
): string => `import hashlib, hmac, json, math, os, secrets, time, urllib.request, uuid

URL = os.environ.get("DAILIES_URL", ${JSON.stringify(origin)})
KEY, SECRET = os.environ["DAILIES_KEY"], os.environ["DAILIES_SECRET"]

def post(path, body):
    data = json.dumps(body).encode()
    at, nonce = str(int(time.time())), secrets.token_hex(16)
    text = "\\n".join(["v1", "POST", path, at, nonce, hashlib.sha256(data).hexdigest()])
    headers = {
        "content-type": "application/json",
        "x-dailies-key": KEY,
        "x-dailies-timestamp": at,
        "x-dailies-nonce": nonce,
        "x-dailies-signature": hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest(),
    }
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers)) as answer:
        return json.load(answer)

run = post("/api_v1/service/run/create", {
    "request_key": str(uuid.uuid4()),
    "experiment": "my first experiment",
    "name": "lr 3e-4",
    "params": {"lr": 3e-4, "rank": 8},
})["id"]
steps = list(range(1000))
post(f"/api_v1/service/run/log/{run}", {
    "batch_key": str(uuid.uuid4()),  # the same key for a retry: a batch is stored once
    "metrics": [{"key": "loss", "steps": steps, "values": [math.exp(-step / 300) for step in steps]}],
})
post(f"/api_v1/service/run/update/{run}", {"status": "Finished"})
`;

/** The same with curl and openssl: one request, signed in the shell. */
export const curlSnippet = (origin: string): string => `path=/api_v1/service/run/create
key=$(openssl rand -hex 16 | sed -E 's/(.{8})(.{4}).(.{3}).(.{3})(.{12})/\\1-\\2-4\\3-8\\4-\\5/')
body='{"request_key":"'$key'","experiment":"my first experiment","name":"lr 3e-4","params":{"lr":"3e-4"}}'
at=$(date +%s) nonce=$(openssl rand -hex 16)
hash=$(printf %s "$body" | openssl dgst -sha256 | awk '{print $NF}')
signature=$(printf 'v1\\nPOST\\n%s\\n%s\\n%s\\n%s' "$path" "$at" "$nonce" "$hash" |
  openssl dgst -sha256 -hmac "$DAILIES_SECRET" | awk '{print $NF}')
curl -s "\${DAILIES_URL:-${origin}}$path" -d "$body" -H 'content-type: application/json' \\
  -H "x-dailies-key: $DAILIES_KEY" -H "x-dailies-timestamp: $at" \\
  -H "x-dailies-nonce: $nonce" -H "x-dailies-signature: $signature"
`;
