import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { ClipLibrary } from "./clip-library.ts";
import { clipOfRequest, PREBUILT_CLIPS } from "./clip-of-request.ts";
import type { PerformerOptions } from "./environment.ts";
import { FaultBoard } from "./fault-board.ts";
import { HttpFault, replyFault } from "./http.ts";
import { JobFolder } from "./job.ts";
import { JobQueue } from "./job-queue.ts";
import { JobRunner } from "./job-runner.ts";
import { answer } from "./routes.ts";
import { ScoreQueue } from "./score-queue.ts";
import { videoRequest } from "./video-request.ts";

const SWEEP_MS = 60 * 60_000;

export interface RunningPerformer {
  readonly url: string;
  /** Renders the clips of the instant model in the default size, so that its first job is as fast as its last. */
  prebuild(): Promise<void>;
  close(): Promise<void>;
}

type Complain = (message: string, detail: object) => void;

const isAllowed = (request: IncomingMessage, token: string | undefined): boolean => {
  if (token === undefined || request.url === "/health") return true;
  const [given, wanted] = [Buffer.from(request.headers.authorization ?? ""), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const prebuild = async (library: ClipLibrary): Promise<void> => {
  const request = videoRequest.parse({ model: "reference-instant", prompt: "prebuilt" });
  for (let seed = 0; seed < PREBUILT_CLIPS; seed += 1) await library.take(clipOfRequest(request, seed, []));
};

/** Starts the reference performer and resumes all accepted jobs. */
export const startPerformer = async (options: PerformerOptions, complain: Complain): Promise<RunningPerformer> => {
  const library = new ClipLibrary(options.folder, options.rendersAtOnce);
  const folder = new JobFolder(options.folder);
  const board = new FaultBoard(options.folder);
  const runner = new JobRunner({ library, folder, webhookSecret: options.webhookSecret, complain });
  const queue = new JobQueue({ folder, runner, board });
  const scores = new ScoreQueue();
  await library.open();
  await board.open();
  await queue.open();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!isAllowed(request, options.token))
        throw new HttpFault(401, "invalid_api_key", "the token is not known here");
      await answer({ queue, runner, library, board, scores }, request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else replyFault(response, toFault(error, complain));
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(options.port, options.host);
  await once(server, "listening");
  const sweep = setInterval(
    () => void queue.forgetOld().catch((error: unknown) => complain("old jobs could not be removed", { error })),
    SWEEP_MS,
  );
  sweep.unref();
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    prebuild: () => prebuild(library),
    close: async () => {
      clearInterval(sweep);
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};

const toFault = (error: unknown, complain: Complain): HttpFault => {
  if (error instanceof HttpFault) return error;
  if (error instanceof z.ZodError) return new HttpFault(400, "invalid_request", z.prettifyError(error));
  complain("a request failed", { error });
  return new HttpFault(500, "internal_error", "something broke");
};
