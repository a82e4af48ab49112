import { describe, expect, it } from "vitest";
import { storableText, tailOf, withoutPaths, withoutSecretValues } from "./ray-text.ts";

describe("text of a cluster", () => {
  it.each([
    ["python x.py --api-key=canary-1234", "python x.py --api-key=[removed]"],
    ["python x.py --token canary-1234 --steps 9", "python x.py --token [removed] --steps 9"],
    ['{"password": "canary-1234", "n": 1}', '{"password": "[removed]", "n": 1}'],
    ["HF_TOKEN=canary-1234 python x.py", "HF_TOKEN=[removed] python x.py"],
    ["Authorization: Bearer canary-1234", "Authorization: Bearer [removed]"],
    ["s3 at https://me:canary-1234@host/x", "s3 at https://[removed]@host/x"],
    ["tokens: 12 of 4096", "tokens: 12 of 4096"],
  ])("loses what looks like a secret: %s", (text, clean) => {
    expect(withoutSecretValues(text)).toBe(clean);
  });

  it("loses the secrets that are known, wherever they are", () => {
    expect(withoutSecretValues("it was s3cr3t-of-the-cluster.", ["s3cr3t-of-the-cluster"])).toBe("it was [removed].");
  });

  it("loses the folders of machines and keeps the names of files", () => {
    expect(withoutPaths('File "/tmp/ray/session_1/x.py", line 3')).toBe('File "…/x.py", line 3');
    expect(withoutPaths("see https://docs.ray.io/en/latest/a.html")).toBe("see https://docs.ray.io/en/latest/a.html");
  });

  it("can be stored", () => {
    expect(storableText("a\u0000b\ud800c", 4)).toBe("ab\ufffd");
  });

  it("is cut at the beginning of a line", () => {
    expect(tailOf("one\ntwo\nthree", 8)).toEqual({ tail: "three", isTruncated: true });
    expect(tailOf("one\ntwo", 8)).toEqual({ tail: "one\ntwo", isTruncated: false });
  });
});
