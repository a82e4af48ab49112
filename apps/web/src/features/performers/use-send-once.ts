import { useRef } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { newRequestKey } from "../../lib/api/request-key.ts";

const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500;

interface PendingRequest<Body> {
  /** Stored with the key, so that a retry sends the identical body. */
  body: Body;
  key: string;
}

/**
 * Sends a request with an idempotency key. If no response arrives, the same input is retried with the same body and key;
 * another input, or one after a response, gets a new key.
 */
export const useSendOnce = <Input, Body, Reply>(
  make: (input: Input) => Body,
  send: (body: Body & { request_key: string }) => Promise<Reply>,
): ((input: Input) => Promise<Reply>) => {
  const open = useRef<(PendingRequest<Body> & { input: string }) | undefined>(undefined);
  return async (input) => {
    const text = JSON.stringify(input);
    const pending =
      open.current?.input === text ? open.current : { input: text, body: make(input), key: newRequestKey() };
    open.current = pending;
    try {
      const reply = await send({ ...pending.body, request_key: pending.key });
      open.current = undefined;
      return reply;
    } catch (error) {
      if (isAnswered(error)) open.current = undefined;
      throw error;
    }
  };
};
