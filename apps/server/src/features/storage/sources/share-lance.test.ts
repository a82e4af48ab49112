import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { newId } from "../../../platform/ids.ts";
import { openSharedTable } from "../../../platform/lance/open-shared-table.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { SharedFiles } from "../../../platform/shared-files/shared-files.ts";
import { putTableSets } from "../../../testing/builders/a-table-set.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { testConfig } from "../../../testing/test-database.ts";
import type { BucketReader } from "./bucket-reader.ts";
import { findLanceVersion } from "./lance-version.ts";
import { openBucketReader } from "./open-bucket-reader.ts";
import { shareLanceVersion } from "./share-lance.ts";
import { openSourceQueries } from "./source-queries.ts";

const config = testConfig();
const { s3 } = config;
const storage = createObjectStorage({ ...s3, assetsBucket: s3.datasetsBucket });
const queries = openSourceQueries({ log: captureLog().log, queries: config.queries });
const folder = `test-${newId()}/`;
const root = `${folder}rows.lance/`;
const ROWS = 20;

/** Requests to the store: method and path. */
let asked: string[] = [];
let strayed = 0;
let isMisleading = false;

/** Another server, to which the store may send its readers. */
const elsewhere = createServer((_, answer) => {
  strayed += 1;
  answer.end("what only this network may know");
});
/** The real store, behind one that may send readers of data files elsewhere. */
const store = createServer((incoming, answer) => void passOn(incoming, answer));

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const passOn = (incoming: IncomingMessage, answer: ServerResponse): void => {
  const { method, headers, url = "" } = incoming;
  asked.push(`${method} ${decodeURIComponent(url.split("?", 1)[0] ?? "")}`);
  if (isMisleading && url.includes("/data/")) {
    answer.writeHead(302, { location: `${originOf(elsewhere)}/secret` }).end();
    return;
  }
  const passed = request(`${s3.endpoint}${url}`, { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 500, found.headers);
    found.pipe(answer);
  });
  incoming.pipe(passed);
};

beforeAll(async () => {
  await Promise.all(
    [store, elsewhere].map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
  );
  const catalogue = {
    storageOptions: {
      region: s3.region,
      endpoint: s3.endpoint,
      allow_http: "true",
      virtual_hosted_style_request: "false",
      aws_access_key_id: s3.accessKeyId,
      aws_secret_access_key: s3.secretAccessKey,
    },
  };
  const captions = Array.from({ length: ROWS }, (_, n) => `row ${n}`);
  await putTableSets({ storage, catalogue }, folder, captions);
});
afterAll(async () => {
  const left = await storage.listObjects(folder, { limit: 1_000 });
  await storage.deleteObjects(left.map(({ key }) => key));
  await storage.close();
  await queries.close();
  for (const server of [store, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  asked = [];
  isMisleading = false;
});

const openReader = (trustedOrigins: readonly string[] = [originOf(store)]): BucketReader =>
  openBucketReader(
    { outgoing: createOutgoing({ trustedOrigins, maxRedirects: 0 }), queries, clock: () => new Date() },
    {
      id: newId(),
      name: "Shared",
      bucket: s3.datasetsBucket,
      prefix: folder,
      region: s3.region,
      endpoint: originOf(store),
      publicEndpoint: originOf(store),
      isPathStyle: true,
      reserved: [],
      keys: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    },
  );
const shareNewest = async (bucketReader: BucketReader) =>
  shareLanceVersion(bucketReader, root, await findLanceVersion(bucketReader, root));
const open = async () => {
  const { table, share } = await shareNewest(openReader());
  return { share, manifest: table.manifest, opened: await openSharedTable({ ...table, files: share.files }) };
};
const fetchShared = ({ endpoint, bucket }: SharedFiles, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${endpoint}/${bucket}/${key}`, init);

describe("a shared version of a Lance table", () => {
  it("is read by the library as it is", async () => {
    const { opened } = await open();
    const rows = await opened
      .takeOffsets([0, ROWS - 1])
      .select(["caption"])
      .toArray();
    expect(rows.map(({ caption }) => caption).sort()).toEqual(["row 0", `row ${ROWS - 1}`]);
    expect(await opened.countRows()).toBe(ROWS);
  });

  it("has its manifest read once, however often the library reads it", async () => {
    const { opened, manifest, share } = await open();
    await opened.schema();
    await opened.countRows();
    await fetchShared(share.files, manifest);
    expect(asked.filter((each) => each === `GET /${s3.datasetsBucket}/${manifest}`)).toHaveLength(1);
  });

  it("does not lead the library to another server", async () => {
    const { opened } = await open();
    isMisleading = true;
    await expect(opened.takeOffsets([3]).select(["caption"]).toArray()).rejects.toThrow();
    expect([strayed, asked.some((each) => each.includes("/data/"))]).toEqual([0, true]);
  });

  it("is not read from a private address that nobody has allowed", async () => {
    const version = await findLanceVersion(openReader(), root);
    const { table, share } = await shareLanceVersion(openReader([]), root, version);
    asked = [];
    await expect(openSharedTable({ ...table, files: share.files })).rejects.toThrow();
    expect(asked).toEqual([]);
    expect(share.failure()).toMatchObject({ code: "unavailable" });
  });

  it("shows nothing else: no other file, no other version, no writing, and nothing after it has ended", async () => {
    const { share, manifest } = await open();
    const { files } = share;
    expect((await fetchShared(files, manifest)).status).toBe(200);
    expect((await fetchShared(files, `${folder}rows.parquet`)).status).toBe(404);
    expect((await fetchShared(files, manifest.replace(/\d+[.]manifest$/, "1.manifest"))).status).toBe(404);
    expect((await fetchShared(files, `${root}data/../../rows.parquet`)).status).not.toBe(200);
    expect((await fetchShared(files, manifest, { method: "PUT", body: "x" })).status).toBe(403);
    expect((await fetchShared({ ...files, bucket: "0".repeat(40) }, manifest)).status).toBe(403);
    share.end();
    expect((await fetchShared(files, manifest)).status).toBe(403);
  });

  it("is refused when its manifest is larger than any table needs", async () => {
    const reader = openReader();
    const version = await findLanceVersion(reader, root);
    const large = { ...version, object: { ...version.object, bytes: 64 * 1024 ** 2 } };
    await expect(shareLanceVersion(reader, root, large)).rejects.toMatchObject({ kind: "too_large" });
  });
});
