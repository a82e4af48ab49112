import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMITTED, REFUSED, REFUSED_NAMES } from "./outgoing.corpus.ts";
import { createOutgoing, type Outgoing } from "./outgoing.ts";
import { checkPeer, guardedLookup, type ResolvedAddress } from "./outgoing-target.ts";

const signal = AbortSignal.timeout(60_000);
const BOMB = gzipSync(Buffer.alloc(50 * 1024 * 1024));
const hits: { path: string; headers: IncomingMessage["headers"] }[] = [];
let server: Server;
let origin: string;
let other: Server;
let otherOrigin: string;
let outgoing: Outgoing;

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/json": (_request, response) => response.end('{"ok":true}'),
  "/large": (_request, response) => response.end(Buffer.alloc(2_000)),
  "/bomb": (_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB);
  },
  "/packed": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked")),
  "/garbled": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
  "/strange": (_request, response) => response.writeHead(200, { "content-encoding": "zip" }).end("?"),
  "/silent": () => undefined,
  "/stalls": (_request, response) => {
    response.writeHead(200).write("first");
  },
  "/breaks": (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("first");
    setTimeout(() => response.destroy(), 20);
  },
};

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? "/", "http://server");
  hits.push({ path: url.pathname, headers: request.headers });
  const to = url.searchParams.get("to");
  if (to !== null) response.writeHead(Number(url.searchParams.get("as") ?? 302), { location: to }).end();
  else (answers[url.pathname] ?? answers["/json"])?.(request, response);
};

const listen = async (): Promise<[Server, string]> => {
  const started = createServer(answer).listen(0, "127.0.0.1");
  await once(started, "listening");
  return [started, `http://127.0.0.1:${(started.address() as AddressInfo).port}`];
};

const stub = async (hostname: string): Promise<ResolvedAddress[]> => {
  const found = REFUSED_NAMES[hostname] ?? [];
  return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

beforeAll(async () => {
  [server, origin] = await listen();
  [other, otherOrigin] = await listen();
  outgoing = createOutgoing({
    trustedOrigins: [origin, otherOrigin],
    resolve: stub,
    answerMs: 500,
    idleMs: 300,
    connectMs: 300,
  });
});
afterAll(() => {
  outgoing.close();
  server.closeAllConnections();
  server.close();
  other.close();
});

const fault = (url: string) =>
  outgoing.request(url, { signal }).then(
    ({ status }) => status,
    ({ fault }) => fault,
  );
const via = (to: string, as = 302): string => `${origin}/jump?as=${as}&to=${encodeURIComponent(to)}`;

describe("what is not called", () => {
  it("has at least a hundred ways of being written", () => {
    expect(new Set([...REFUSED, ...Object.keys(REFUSED_NAMES)]).size).toBeGreaterThanOrEqual(100);
  });

  it.each(REFUSED)("includes the address %j", async (url) => {
    expect(await fault(url)).toBe("forbidden_address");
  });

  it.each(Object.entries(REFUSED_NAMES))("a name that leads elsewhere: %s → %j", async (name) => {
    expect(await fault(`https://${name}/`)).toBe("forbidden_address");
  });

  it.each(REFUSED.filter((url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url)))(
    "behind a redirect: %j",
    async (url) => {
      expect(await fault(via(url))).toBe("forbidden_address");
    },
  );

  it("includes a private origin of another caller, also behind a redirect, however often its own caller calls it", async () => {
    const client = createOutgoing({
      trustedOrigins: [origin],
      callerOrigins: [{ origin: otherOrigin, caller: "own" }],
    });
    const own = client.ofCaller("own");
    const reached = hits.length;
    for (const each of [client, client.ofCaller("another"), own.ofCaller("another")]) {
      for (const url of [otherOrigin, via(otherOrigin)])
        await expect(each.request(url, { signal })).rejects.toMatchObject({ fault: "forbidden_address" });
      expect((await each.request(via(`${origin}/jump`), { signal })).status).toBe(200);
      for (const url of [otherOrigin, via(otherOrigin)])
        expect((await own.request(url, { signal })).url).toBe(`${otherOrigin}/`);
    }
    client.close();
    hits.splice(reached);
  });

  it("has been reached by none of these", () => {
    expect(new Set(hits.map(({ path }) => path))).toEqual(new Set(["/jump"]));
  });
});

describe("what is called", () => {
  it.each(Object.entries(ADMITTED))("includes the address %s", async (url, addresses) => {
    outgoing.checkAddress(url);
    if (addresses.length === 0) return;
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const found = await promisify(guardedLookup(resolve, false))("host", { all: true });
    expect((found as unknown as ResolvedAddress[]).map(({ address }) => address)).toEqual(addresses);
  });

  it("is what was checked: a name is resolved once for a connection, whatever it says next", async () => {
    const told = [["93.184.216.34"], ["127.0.0.1"]];
    let asked = 0;
    const resolve = async () => (told[asked++] ?? []).map((address) => ({ address, family: 4 }));
    const lookup = promisify(guardedLookup(resolve, false));
    expect(await lookup("rebinding.example", { all: true })).toEqual([{ address: "93.184.216.34", family: 4 }]);
    await expect(lookup("rebinding.example", { all: true })).rejects.toMatchObject({ fault: "forbidden_address" });
    expect(asked).toBe(2);
  });

  it("is looked at again once it is connected", () => {
    for (const peer of [undefined, "127.0.0.1", "::1", "::ffff:10.0.0.1"]) expect(() => checkPeer(peer)).toThrow();
    for (const peer of ["93.184.216.34", "::ffff:93.184.216.34", "2606:4700::1111"]) checkPeer(peer);
  });

  it("has the very origin the operator named: the port next to it is another", async () => {
    const [stranger, strangerOrigin] = await listen();
    expect(await fault(strangerOrigin)).toBe("forbidden_address");
    expect(await fault(origin.replace("http:", "https:"))).toBe("forbidden_address");
    stranger.close();
  });
});

describe("redirects", () => {
  const secretHeaders = { authorization: "Bearer secret", "x-api-key": "secret", accept: "video/mp4" };

  it("are followed three times, each hop checked", async () => {
    const thrice = via(via(via(`${origin}/json`)));
    const { bytes } = await outgoing.request(thrice, { signal });
    expect(String(bytes)).toBe('{"ok":true}');
    expect(await fault(via(thrice))).toBe("bad_answer");
    expect(await fault(via(via("http://10.0.0.1/")))).toBe("forbidden_address");
    expect(await fault(via("https://private.example/"))).toBe("forbidden_address");
  });

  it("take secrets along within an origin only", async () => {
    await outgoing.request(via(`${origin}/json`), { signal, headers: secretHeaders });
    expect(hits.at(-1)?.headers).toMatchObject(secretHeaders);
    await outgoing.request(via(`${otherOrigin}/json`), { signal, headers: secretHeaders });
    expect(hits.at(-1)?.headers).toMatchObject({ accept: "video/mp4" });
    expect(JSON.stringify(hits.at(-1)?.headers)).not.toContain("secret");
  });

  it("are not followed when something was sent", async () => {
    for (const method of ["POST", "PUT", "DELETE"] as const) {
      const answered = await outgoing.request(via(`${origin}/json`, 307), { signal, method, body: "{}" });
      expect(answered.status).toBe(307);
    }
  });
});

describe.each(["in one piece", "as a stream"] as const)("an answer %s", (way) => {
  const read = async (path: string, maxBytes?: number): Promise<Buffer> => {
    const asked = { signal, ...(maxBytes && { maxBytes }) };
    if (way === "in one piece") return (await outgoing.request(`${origin}${path}`, asked)).bytes;
    return buffer((await outgoing.stream(`${origin}${path}`, asked)).body);
  };

  it("is never longer than asked for, also when it is packed", async () => {
    expect(await read("/large", 2_000)).toHaveLength(2_000);
    await expect(read("/large", 1_999)).rejects.toMatchObject({ fault: "too_large" });
    await expect(read("/bomb", 10_000)).rejects.toMatchObject({ fault: "too_large" });
    expect(String(await read("/packed"))).toBe("unpacked");
  });

  it("that cannot be read is reported as such", async () => {
    await expect(read("/garbled")).rejects.toMatchObject({ fault: "bad_answer" });
    await expect(read("/strange")).rejects.toMatchObject({ fault: "bad_answer" });
    await expect(read("/breaks")).rejects.toMatchObject({ fault: "unreachable" });
  });

  it("that does not come, or stops coming, is not waited for", async () => {
    expect(await fault(`${origin}/silent`)).toBe("timeout");
    await expect(read("/stalls")).rejects.toMatchObject({ fault: "timeout" });
  });

  it("is aborted with the reason of its caller", async () => {
    const gone = new AbortController();
    const asked = outgoing.request(`${origin}/silent`, { signal: gone.signal });
    await sleep(20);
    gone.abort(new Error("somebody cancelled"));
    await expect(asked).rejects.toThrow("somebody cancelled");
  });

  it("of nobody is unreachable", async () => {
    const [stopped, stoppedOrigin] = await listen();
    stopped.close();
    await once(stopped, "close");
    const trusting = createOutgoing({ trustedOrigins: [stoppedOrigin] });
    await expect(trusting.request(stoppedOrigin, { signal })).rejects.toMatchObject({ fault: "unreachable" });
  });
});
