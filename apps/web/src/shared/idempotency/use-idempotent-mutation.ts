import type { Access } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { dropKept, keepBody, keepKey, readKept } from "../../lib/api/kept-request.ts";
import { useOperatorCheck } from "../operator-check.ts";

export interface Once<Body, Reply> {
  /** Called when its dialog opens: creates the key, which lasts until the response. */
  begin: () => string;
  send: (body: Body) => Promise<Reply>;
  isSending: boolean;
  /** Sent, possibly before a reload, without a response: nothing else is sent until it is resolved. */
  unanswered: Body | undefined;
  /** Discards the key and the unanswered request. */
  giveUp: () => void;
}

interface OnceOptions<Body, Reply> {
  act: string;
  /** Checked before sending; platform operators only, if absent. */
  access?: Access;
  schema: z.ZodType<Body>;
  send: (body: Body, key: string) => Promise<Reply>;
  onDone: (reply: Reply, body: Body) => void;
}

/** A 4xx is a response. A 5xx or network error does not tell whether the request took effect. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500;

/** An operator's mutation with an idempotency key: exactly one effect, across repeated clicks and reloads. */
export const useIdempotentMutation = <Body extends object, Reply>(
  options: OnceOptions<Body, Reply>,
): Once<Body, Reply> => {
  const { act, schema, send, onDone } = options;
  const check = useOperatorCheck(options.access);
  const [unanswered, setUnanswered] = useState(() => schema.safeParse(readKept(act)?.body).data);
  const settle = (): void => {
    dropKept(act);
    setUnanswered(undefined);
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (body: Body) => {
      await check();
      const key = keepBody(act, body);
      try {
        return await send(body, key);
      } catch (error) {
        if (isAnswered(error)) settle();
        else setUnanswered(body);
        throw error;
      }
    },
    onSuccess: (reply, body) => {
      settle();
      onDone(reply, body);
    },
  });
  return { begin: () => keepKey(act), send: mutateAsync, isSending: isPending, unanswered, giveUp: settle };
};

/**
 * One dialog, one effect: it creates the key, a second click awaits the first response, and without a response it closes in
 * favour of the strip that offers the retry.
 */
export const useOnceDialog = <Body, Reply>(
  { begin, send, unanswered }: Once<Body, Reply>,
  onClose: () => void,
): ((body: Body) => Promise<Reply>) => {
  const asked = useRef<Promise<Reply> | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => void begin(), []);
  const isUnsure = unanswered !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the outcome becomes unknown; closing twice is harmless.
  useEffect(() => {
    if (isUnsure) onClose();
  }, [isUnsure]);
  return (body) => {
    asked.current ??= send(body).catch((error: unknown) => {
      asked.current = undefined;
      throw error;
    });
    return asked.current;
  };
};
