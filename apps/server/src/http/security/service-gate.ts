import { timingSafeEqual } from "node:crypto";
import { MESSAGES, type ServiceScope } from "@dailies/contract";
import type { FastifyRequest } from "fastify";
import type { ServiceCaller } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { SIGNATURE_HEADERS, signatureOf } from "../../platform/crypto/request-signature.ts";
import { rawHeader } from "../routing/raw-header.ts";

/** Cache lifetime of a credential: a revoked one stays valid for at most this long. */
const BELIEVED_MS = 3_000;
const WINDOW_S = 300;
/** A request is valid within the time window; its nonce is kept a little longer than the whole window. */
const NONCE_KEPT_S = 2 * WINDOW_S + 60;
const NOTED_EVERY_MS = 60_000;

const KEY_ID = /^dk_[a-z0-9]{20}$/;
const TIMESTAMP = /^[1-9]\d{9}$/;
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

export interface LiveCredential extends ServiceCaller {
  readonly secrets: readonly { readonly text: string; readonly expiresAt: Date | null }[];
}

export interface ServiceGateOptions {
  /** Loads the credential of a key; undefined when it does not exist or was revoked. */
  readonly load: (keyId: string) => Promise<LiveCredential | undefined>;
  /** True on the first use of this nonce. */
  readonly spendNonce: (name: string, keptS: number) => Promise<boolean>;
  readonly noteUse: (credentialId: string, at: Date) => Promise<void>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly close: () => void;
}

/** The claims of a request, before its body is read. */
export interface Claim {
  readonly credential: LiveCredential;
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: Buffer;
}

interface Known {
  readonly credential: LiveCredential;
  readonly untilMs: number;
}

/** One message for every fault, so that it does not reveal which part was right. */
const notSigned = (): DomainError => new DomainError("not_signed_in", "this request is not signed by a known key");

/** Authenticates services by their signature. A request counts once, within its time window, with its exact bytes. */
export class ServiceGate {
  private readonly options: ServiceGateOptions;
  private readonly known = new Map<string, Known>();
  private readonly loading = new Map<string, Promise<LiveCredential | undefined>>();
  private readonly notedMs = new Map<string, number>();

  constructor(options: ServiceGateOptions) {
    this.options = options;
  }

  close(): void {
    this.options.close();
  }

  /** Refuses as much as possible before reading the body. */
  async readClaim({ raw }: Pick<FastifyRequest, "raw">): Promise<Claim> {
    const keyId = rawHeader(raw, SIGNATURE_HEADERS.key) ?? "";
    const timestamp = rawHeader(raw, SIGNATURE_HEADERS.timestamp) ?? "";
    const nonce = rawHeader(raw, SIGNATURE_HEADERS.nonce) ?? "";
    const signature = rawHeader(raw, SIGNATURE_HEADERS.signature) ?? "";
    const hasShape = KEY_ID.test(keyId) && TIMESTAMP.test(timestamp) && NONCE.test(nonce) && SIGNATURE.test(signature);
    if (!hasShape || Math.abs(this.options.clock().getTime() / 1000 - Number(timestamp)) > WINDOW_S) throw notSigned();
    const credential = await this.find(keyId);
    if (!credential) throw notSigned();
    return { credential, keyId, timestamp, nonce, signature: Buffer.from(signature, "hex") };
  }

  /** Verifies the caller after the body was read. The nonce is spent last, so that only a valid signature uses one up. */
  async admit(
    claim: Claim,
    sent: { method: string; path: string; body: Uint8Array },
    scope: ServiceScope,
  ): Promise<ServiceCaller> {
    const { credential, keyId, nonce } = claim;
    const now = this.options.clock();
    const isGenuine = credential.secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .some(({ text }) => timingSafeEqual(signatureOf(text, { ...claim, ...sent }), claim.signature));
    if (!isGenuine || !(await this.spend(`service-nonce:${keyId}:${nonce}`))) throw notSigned();
    this.note(credential.credentialId, now);
    if (!credential.scopes.has(scope)) throw new DomainError("not_allowed", `this key lacks the scope ${scope}`);
    return { credentialId: credential.credentialId, name: credential.name, scopes: credential.scopes };
  }

  /** Fails closed: without the nonce store a replay cannot be detected. */
  private spend(name: string): Promise<boolean> {
    return this.options.spendNonce(name, NONCE_KEPT_S).catch((cause: unknown) => {
      throw new DomainError("unavailable", MESSAGES.busy, { cause, retryAfterS: 1 });
    });
  }

  private find(keyId: string): LiveCredential | Promise<LiveCredential | undefined> {
    const known = this.known.get(keyId);
    if (known && known.untilMs > performance.now()) return known.credential;
    const running = this.loading.get(keyId);
    if (running) return running;
    const loading = this.loadNew(keyId).finally(() => this.loading.delete(keyId));
    this.loading.set(keyId, loading);
    return loading;
  }

  private async loadNew(keyId: string): Promise<LiveCredential | undefined> {
    // Age counts from before the query, because the result may be that old.
    const untilMs = performance.now() + BELIEVED_MS;
    const credential = await this.options.load(keyId);
    if (credential) this.known.set(keyId, { credential, untilMs });
    else this.known.delete(keyId);
    return credential;
  }

  /** Records use at most once a minute per credential. */
  private note(credentialId: string, at: Date): void {
    const nowMs = performance.now();
    if ((this.notedMs.get(credentialId) ?? Number.NEGATIVE_INFINITY) > nowMs - NOTED_EVERY_MS) return;
    this.notedMs.set(credentialId, nowMs);
    this.options.noteUse(credentialId, at).catch(this.options.onFault);
  }
}

export const closedGate = (): ServiceGate =>
  new ServiceGate({
    load: async () => undefined,
    spendNonce: async () => false,
    noteUse: async () => undefined,
    clock: () => new Date(),
    onFault: () => undefined,
    close: () => undefined,
  });
