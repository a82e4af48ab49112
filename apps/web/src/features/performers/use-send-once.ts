import { useRef } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { newRequestKey } from "../../lib/api/request-key.ts";

const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500;

interface Asked<Body> {
  /** What is sent under the key, so that the very same is sent again. */
  body: Body;
  key: string;
}

/**
 * Sends something that must happen once. Without an answer the same wish goes out again as it was, under the same key;
 * a changed wish, or one after an answer, gets a new one.
 */
export const useSendOnce = <Input, Body, Reply>(
  make: (input: Input) => Body,
  send: (body: Body & { request_key: string }) => Promise<Reply>,
): ((input: Input) => Promise<Reply>) => {
  const open = useRef<(Asked<Body> & { input: string }) | undefined>(undefined);
  return async (input) => {
    const text = JSON.stringify(input);
    const asked =
      open.current?.input === text ? open.current : { input: text, body: make(input), key: newRequestKey() };
    open.current = asked;
    try {
      const reply = await send({ ...asked.body, request_key: asked.key });
      open.current = undefined;
      return reply;
    } catch (error) {
      if (isAnswered(error)) open.current = undefined;
      throw error;
    }
  };
};
