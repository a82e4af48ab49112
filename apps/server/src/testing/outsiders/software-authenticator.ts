import { generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@dailies/contract";
import type { Answer, RunningApp } from "../rigs/start-app.ts";

/** What differs from an honest device in an honest browser. */
export interface Ceremony {
  /** The origin of the page, as the browser writes it. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the device verified its user, by PIN or fingerprint. */
  readonly isVerified?: boolean;
  /** The signature counter; otherwise one more than before. */
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly isBackedUp?: boolean;
  readonly type?: string;
}

export interface SoftwarePasskey {
  readonly id: string;
  register(options: PasskeyCreationOptions, ceremony?: Ceremony): PasskeyRegistration;
  answer(options: PasskeyRequestOptions, ceremony?: Ceremony): PasskeyAssertion;
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };
const AAGUID = Buffer.alloc(16);

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/** CBOR of a byte string of 24 to 255 bytes: the length takes one byte. */
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** ES256 on P-256: key type 2, algorithm -7, curve 1, and both coordinates. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(x),
    Buffer.from([0x22]),
    cborBytes(y),
  ]);

const attestationOf = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText("fmt"),
    cborText("none"),
    cborText("attStmt"),
    Buffer.from([0xa0]),
    cborText("authData"),
    cborBytes(authData),
  ]);

/** A device with one ES256 credential, which counts its signatures. */
export const softwarePasskey = (pageOrigin: string, credentialId: Buffer = randomBytes(32)): SoftwarePasskey => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = base64url(credentialId);
  let handle: string | null = null;
  let counter = 0;

  const clientDataOf = (type: string, challenge: string, { origin = pageOrigin, ...ceremony }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type: ceremony.type ?? type, challenge, origin, crossOrigin: false }));

  const authDataOf = (rpId: string, ceremony: Ceremony, attested: Buffer = Buffer.alloc(0)): Buffer => {
    const { isVerified = true, isBackedUp = false } = ceremony;
    counter = ceremony.counter ?? counter + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(
      FLAGS.present |
        FLAGS.backupEligible |
        (isVerified ? FLAGS.verified : 0) |
        (isBackedUp ? FLAGS.backedUp : 0) |
        (attested.length > 0 ? FLAGS.attested : 0),
    );
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([hash("sha256", ceremony.rpId ?? rpId, "buffer"), head, attested]);
  };

  return {
    id,
    register(options, ceremony = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = coseKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
      const authData = authDataOf(options.rp.id, ceremony, Buffer.concat([AAGUID, length, credentialId, key]));
      const clientData = clientDataOf("webauthn.create", options.challenge, ceremony);
      const response = {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestationOf(authData)),
        transports: ["internal", "hybrid"],
      };
      return { id, rawId: id, type: "public-key", response };
    },
    answer(options, ceremony = {}) {
      const authData = authDataOf(options.rpId, ceremony);
      const clientData = clientDataOf("webauthn.get", options.challenge, ceremony);
      const signed = Buffer.concat([authData, hash("sha256", clientData, "buffer")]);
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, privateKey)),
        userHandle: ceremony.userHandle === undefined ? handle : ceremony.userHandle,
      };
      return { id, rawId: id, type: "public-key", response };
    },
  };
};

type Cookies = Record<string, string>;

/** Posts as one browser: it keeps the cookies that each answer sets, and drops those that expire. */
export const browserOf = ({ call }: Pick<RunningApp, "call">, given: Cookies = {}, from?: string) => {
  const cookies: Cookies = { ...given };
  const keep = (answer: Answer): Answer => {
    for (const [name, value] of Object.entries(answer.cookies)) {
      if (value === "") delete cookies[name];
      else cookies[name] = value;
    }
    return answer;
  };
  return {
    cookies,
    post: async (path: string, body?: unknown): Promise<Answer> =>
      keep(await call(`/api/auth${path}`, { method: "POST", body, cookies, from })),
    get: (path: string): Promise<Answer> => call(`/api/auth${path}`, { cookies, from }),
  };
};

export type TestBrowser = ReturnType<typeof browserOf>;

/** Adds a passkey to the account that is signed in with this browser. */
export const enrolPasskey = async (
  browser: TestBrowser,
  passkey: SoftwarePasskey,
  { name = "laptop", ceremony }: { name?: string; ceremony?: Ceremony } = {},
): Promise<Answer> => {
  const { body } = await browser.post("/passkeys/start");
  const credential = passkey.register(body as unknown as PasskeyCreationOptions, ceremony);
  return browser.post("/passkeys/create", { name, credential });
};

/** Asks for a challenge at this address and lets the passkey answer it there. */
export const answerWith = async (
  browser: TestBrowser,
  path: string,
  passkey: SoftwarePasskey,
  ceremony?: Ceremony,
): Promise<Answer> => {
  const { body } = await browser.post(`${path}/start`);
  return browser.post(path, passkey.answer(body as unknown as PasskeyRequestOptions, ceremony));
};
