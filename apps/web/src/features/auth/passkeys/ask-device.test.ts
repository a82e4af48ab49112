import { beforeAll, describe, expect, it, type vi } from "vitest";
import { loadWithWords } from "../../../lib/load-words.ts";
import { fakeDevice } from "../../../testing/fake-device.ts";
import { answerChallenge, makePasskey } from "./ask-device.ts";

const REQUEST = { challenge: "-_8", rpId: "localhost", timeout: 300_000, userVerification: "required" } as const;
const asksFor = (device: ReturnType<typeof vi.fn>): { publicKey: PublicKeyCredentialRequestOptions } =>
  device.mock.lastCall?.[0];

beforeAll(() => loadWithWords(["secondFactors"], async () => undefined));

describe("asking a device for a passkey", () => {
  it("hands it the bytes that the server wrote as text, and the server those of the device", async () => {
    const { get } = fakeDevice();
    const allowCredentials = [{ id: "AQID", type: "public-key" as const, transports: ["internal"] }];
    const { rawId, response } = await answerChallenge({ ...REQUEST, allowCredentials });
    const { publicKey } = asksFor(get);
    expect(publicKey).toMatchObject({ rpId: "localhost", userVerification: "required", timeout: 300_000 });
    expect([...new Uint8Array(publicKey.challenge as ArrayBuffer)]).toEqual([251, 255]);
    expect([...new Uint8Array(publicKey.allowCredentials?.[0]?.id as ArrayBuffer)]).toEqual([1, 2, 3]);
    expect(rawId).toBe("Y3JlZGVudGlhbA");
    expect(response).toMatchObject({ authenticatorData: "ZGF0YQ", signature: "c2lnbmF0dXJl", userHandle: "dXNlcg" });
  });

  it("lets it offer what it has when no passkey is named", async () => {
    const { get } = fakeDevice();
    await answerChallenge(REQUEST);
    expect(asksFor(get).publicKey).not.toHaveProperty("allowCredentials");
  });

  it("ends what was asked before, as after a dialog that was closed", async () => {
    const { get } = fakeDevice();
    get.mockImplementationOnce(
      ({ signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    const left = answerChallenge(REQUEST);
    const asked = answerChallenge(REQUEST);
    await expect(left).rejects.toMatchObject({ code: "passkey_cancelled" });
    expect(await asked).toMatchObject({ type: "public-key" });
  });

  it("says that it took too long when the time has passed", async () => {
    fakeDevice({ refuses: new DOMException("not allowed", "NotAllowedError") });
    await expect(answerChallenge({ ...REQUEST, timeout: 0 })).rejects.toMatchObject({ code: "passkey_timedOut" });
  });

  it("blames the device when there is no passkey at the end, and passes on the faults of the page", async () => {
    const { create, get } = fakeDevice();
    create.mockResolvedValueOnce(null);
    const user = { id: "AQID", name: "mei", displayName: "Mei" };
    const creation = makePasskey({
      challenge: "AAAA",
      rp: { id: "localhost", name: "Dailies" },
      user,
      pubKeyCredParams: [{ alg: -7, type: "public-key" }],
      timeout: 300_000,
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    });
    await expect(creation).rejects.toMatchObject({ code: "passkey_device" });
    get.mockRejectedValueOnce(new TypeError("no such member"));
    await expect(answerChallenge(REQUEST)).rejects.toThrow(TypeError);
  });
});
