import type { Access, JsonRoute, ServiceScope } from "@dailies/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Edge } from "../edge.ts";

const SIGNED_BODY_BYTES = 256 * 1024;

export const serviceScopeOf = (access: Access): ServiceScope | undefined =>
  typeof access === "object" && "service" in access ? access.service : undefined;

/**
 * The entry for services: no session, cookie or origin counts, only a signature over the exact bytes, which are therefore
 * parsed as JSON only afterwards.
 */
export const signedSteps = (
  app: FastifyInstance,
  route: JsonRoute,
  scope: ServiceScope,
  act: (request: FastifyRequest, reply: FastifyReply) => unknown,
  edge: Edge,
) => {
  const answered = edge.observe?.(route);
  const parse = app.getDefaultJsonParser("error", "error");
  return {
    bodyLimit: route.maxBodyBytes ?? SIGNED_BODY_BYTES,
    onRequest: async (request: FastifyRequest): Promise<void> => {
      request.startedMs = performance.now();
      request.answered = answered;
      request.claim = await edge.services.readClaim(request);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!request.claim) throw new Error("a signed call was not looked at");
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { method = "", url = "" } = request.raw;
      request.service = await edge.services.admit(request.claim, { method, path: url, body }, scope);
      request.body = await new Promise((resolve, reject) => {
        void parse(request, body.toString("utf8"), (error, value) => (error ? reject(error) : resolve(value)));
      });
      await act(request, reply);
    },
  };
};
