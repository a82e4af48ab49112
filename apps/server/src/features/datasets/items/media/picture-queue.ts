import { DomainError } from "../../../../errors.ts";
import { BoundedQueue } from "../../../../platform/concurrency/bounded-queue.ts";
import { SingleFlight } from "../../../../platform/concurrency/single-flight.ts";
import { SIGNED_URL_TTL_S } from "../../../../platform/s3/signed-url-ttl.ts";
import { isRefusal } from "../../../assets/index.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { within } from "../query/answer-in-time.ts";
import { refuseFault } from "../refuse-fault.ts";
import { drawPicture, type PictureInput } from "./draw-picture.ts";
import { getMedia, type MediaOfItem } from "./get-media.ts";

/** The result for a picture: a key in the console's bucket, or why there is none. */
type Settled = { readonly key: string } | { readonly refusal: string };
type Deps = Pick<
  ItemsDeps,
  | "db"
  | "itemTables"
  | "replicas"
  | "bucketReaders"
  | "catalogue"
  | "datasetsStorage"
  | "jail"
  | "scratchRoot"
  | "clock"
>;

const LIMITS = { running: 2, waiting: 120 };
const WAIT_MS = 20_000;
const REMEMBERED = 50_000;

/** Renders posters and sprites on first request, with limited concurrency, and caches failures too. */
export class PictureQueue {
  private readonly deps: Deps;
  private readonly queue = new BoundedQueue(LIMITS);
  private readonly making = new SingleFlight<Settled>();
  private readonly settled = new Map<string, Settled>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Returns a short-lived signed URL of the picture. */
  async address(datasetId: string, input: PictureInput): Promise<string> {
    const media = await getMedia(this.deps, datasetId, input);
    const key = this.keyOf(media, input);
    const known = this.settled.get(key);
    const settled =
      known ??
      (await within(
        WAIT_MS,
        this.making.join(key, (signal) => this.settle(media, input, key, signal)),
      ));
    if (!settled) throw new DomainError("unavailable", "the thumbnail is not generated yet", { retryAfterS: 5 });
    if ("refusal" in settled) throw new DomainError("not_found", settled.refusal);
    return this.deps.datasetsStorage.presign({
      method: "GET",
      key: settled.key,
      at: this.deps.clock(),
      expiresS: SIGNED_URL_TTL_S.cachedPicture,
    });
  }

  /** Versions are immutable, so pictures can be cached forever. */
  private keyOf({ source }: MediaOfItem, { ordinal, kind }: PictureInput): string {
    return `${this.deps.catalogue.folderKey(source.datasetId)}posters/${source.version}/${ordinal}.${kind}.webp`;
  }

  private async settle(media: MediaOfItem, input: PictureInput, key: string, signal: AbortSignal): Promise<Settled> {
    const settled = (await this.findSettled(key)) ?? (await this.makeInTurn(media, input, key, signal));
    this.settled.set(key, settled);
    for (const oldest of this.settled.keys()) if (this.settled.size > REMEMBERED) this.settled.delete(oldest);
    return settled;
  }

  private async findSettled(key: string): Promise<Settled | undefined> {
    const { datasetsStorage } = this.deps;
    if (await datasetsStorage.headObject(key)) return { key };
    const refused = refusalKey(key);
    if (!(await datasetsStorage.headObject(refused))) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of await datasetsStorage.getObject(refused)) chunks.push(chunk as Buffer);
    return { refusal: Buffer.concat(chunks).toString() };
  }

  private async makeInTurn(
    media: MediaOfItem,
    input: PictureInput,
    key: string,
    signal: AbortSignal,
  ): Promise<Settled> {
    const turn = this.queue.run(() => this.make(media, input, key, signal));
    if (!turn)
      throw new DomainError("unavailable", "too many thumbnails are being generated; try again in a moment", {
        retryAfterS: 5,
      });
    return turn;
  }

  private async make(
    { source, media, durationS }: MediaOfItem,
    { kind }: PictureInput,
    key: string,
    signal: AbortSignal,
  ): Promise<Settled> {
    const { bucketReaders, datasetsStorage } = this.deps;
    const bucketReader = await bucketReaders.openProfile(source.profileId);
    const { object, offset, bytes: sizeBytes } = media;
    const open = () => bucketReader.stream(object, offset, offset + sizeBytes, signal);
    const drawn = await refuseFault(() => drawPicture(this.deps, { kind, sizeBytes, durationS, open }, signal));
    if (!isRefusal(drawn)) {
      await datasetsStorage.putObject(key, drawn, { contentType: "image/webp" });
      return { key };
    }
    if (drawn.isPerhapsOurs) throw new DomainError("unavailable", drawn.verdict, { retryAfterS: 30 });
    await datasetsStorage.putObject(refusalKey(key), Buffer.from(drawn.verdict), { contentType: "text/plain" });
    return { refusal: drawn.verdict };
  }
}

const refusalKey = (key: string): string => `${key}.refused`;
