import { vi } from "vitest";

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

const credential = (response: object): object => ({
  id: "Y3JlZGVudGlhbA",
  rawId: bytes("credential"),
  type: "public-key",
  response,
});

const clientDataJSON = bytes('{"type":"webauthn"}');

/** The device behind `navigator.credentials`: it makes and uses passkeys, or throws what a browser throws. */
export const fakeDevice = ({
  refuses,
}: {
  refuses?: DOMException;
} = {}): {
  readonly get: ReturnType<typeof vi.fn>;
  readonly create: ReturnType<typeof vi.fn>;
} => {
  const answer = (response: object) => async (): Promise<object> => {
    if (refuses) throw refuses;
    return credential(response);
  };
  const device = {
    get: vi.fn(
      answer({
        clientDataJSON,
        authenticatorData: bytes("data"),
        signature: bytes("signature"),
        userHandle: bytes("user"),
      }),
    ),
    create: vi.fn(answer({ clientDataJSON, attestationObject: bytes("object"), getTransports: () => ["internal"] })),
  };
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: device });
  return device;
};
