import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchImage } from "./fetch-image.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n", "latin1"), Buffer.alloc(4_096)]);
const server = createServer((request, response) => response.end(request.url === "/a.png" ? PNG : "not an image"));
let folder: string;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dailies-images-"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe("the image of a request", () => {
  it("is kept once when several requests bring it at the same time", async () => {
    const images = await Promise.all(Array.from({ length: 20 }, () => fetchImage(`${origin}/a.png`, folder)));
    expect(new Set(images.map(({ hash }) => hash)).size).toBe(1);
    expect(await readdir(folder)).toEqual([images[0]?.hash]);
  });

  it("is refused when its bytes are no image", async () => {
    await expect(fetchImage(`${origin}/b.png`, folder)).rejects.toThrow("the image is no PNG, JPEG or WebP");
  });
});
