import { ASSET_MAX_BYTES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { kindOfMime, parseMime, partBytes, planUpload } from "./assets.rules.ts";
import { isOwnUploadKey, newMediaKey, newUploadPrefix } from "./object-keys.ts";

const MIB = 1024 ** 2;

describe("the plan of an upload", () => {
  it.each([
    [1, { method: "PUT" }],
    [8 * MIB, { method: "PUT" }],
    [8 * MIB + 1, { method: "MULTIPART", partSizeBytes: 8 * MIB, partCount: 2 }],
    [80_000 * MIB, { method: "MULTIPART", partSizeBytes: 8 * MIB, partCount: 10_000 }],
    [80_001 * MIB, { method: "MULTIPART", partSizeBytes: 9 * MIB, partCount: 8_889 }],
  ])("of %d bytes", (sizeBytes, plan) => {
    expect(planUpload(sizeBytes)).toEqual(plan);
  });

  it("never has more parts than storage takes, and its parts are the file", () => {
    for (const sizeBytes of [8 * MIB + 1, 12_345_678_901, ASSET_MAX_BYTES]) {
      const plan = planUpload(sizeBytes);
      if (plan.method === "PUT") throw new Error("these are large");
      const sizes = Array.from(
        { length: plan.partCount },
        (_, n) => partBytes(sizeBytes, plan.partSizeBytes, n + 1) ?? 0,
      );
      expect(sizes.reduce((a, b) => a + b, 0)).toBe(sizeBytes);
      expect(plan.partCount).toBeLessThanOrEqual(10_000);
      expect(partBytes(sizeBytes, plan.partSizeBytes, plan.partCount + 1)).toBeUndefined();
      expect(partBytes(sizeBytes, plan.partSizeBytes, 0)).toBeUndefined();
    }
  });
});

describe("the kind of a file", () => {
  it.each([
    ["video/mp4", "video"],
    ["image/webp", "image"],
    ["image/svg+xml", "other"],
    ["audio/wav", "audio"],
    ["text/html", "other"],
  ])("%s is %s", (mime, kind) => {
    expect(kindOfMime(mime)).toBe(kind);
  });

  it("is unknown where the type is nonsense", () => {
    expect(parseMime("Video/MP4; codecs=avc1")).toBe("video/mp4");
    expect(parseMime("")).toBe("application/octet-stream");
    expect(parseMime('text/html"\r\nx: y')).toBe("application/octet-stream");
  });
});

describe("keys", () => {
  const user = "019a0000-0000-7000-8000-000000000001";

  it("are never the same twice", () => {
    expect(newMediaKey(user, 1)).not.toBe(newMediaKey(user, 1));
    expect(newMediaKey(user, 3)).toMatch(/^media\/[0-9a-f]{2}\/019a0000-0000-7000-8000-000000000001\/3-[0-9a-f]{30}$/);
  });

  it("of temporary credentials belong to one user", () => {
    const prefix = newUploadPrefix(user);
    expect(isOwnUploadKey(`${prefix}a/b.mp4`, user)).toBe(true);
    expect(isOwnUploadKey(`${prefix}a/b.mp4`, user.replace("01", "02"))).toBe(false);
    for (const key of [
      prefix,
      `${prefix}../x/y`,
      `${prefix}a/..`,
      `u/${user}/x/a.mp4`,
      `u/${user}/../v/a`,
      "media/aa/b",
    ]) {
      expect(isOwnUploadKey(key, user)).toBe(false);
    }
  });
});
