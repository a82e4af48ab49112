import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentUserQuery, useCurrentUser } from "../../../lib/session.ts";
import type { AnswerBody, AnswerStore, KeptAnswer } from "./kept-answers.ts";
import { Outbox, type OutboxState } from "./outbox.ts";

interface OutboxOptions<Body extends AnswerBody, Sent> {
  readonly store: AnswerStore<Body>;
  readonly send: (body: Body) => Promise<Sent>;
  readonly onSent: (answer: KeptAnswer<Body>, sent: Sent) => void;
  readonly onRefused: (answer: KeptAnswer<Body>, error: unknown) => void;
}

interface OpenOutbox<Body extends AnswerBody, Sent> extends OutboxState {
  readonly outbox: Outbox<Body, Sent>;
}

/** The user's outbox, including answers of an earlier visit. */
export const useOutbox = <Body extends AnswerBody, Sent>(
  options: OutboxOptions<Body, Sent>,
): OpenOutbox<Body, Sent> => {
  const { username } = useCurrentUser();
  const client = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  const [outbox] = useState(
    () =>
      new Outbox<Body, Sent>({
        load: () => options.store.load(username),
        save: (answers) => options.store.save(username, answers),
        send: ({ body }) => options.send(body),
        onSent: (answer, sent) => latest.current.onSent(answer, sent),
        onRefused: (answer, error) => latest.current.onRefused(answer, error),
        // Refetching the current user returns 401 too, which redirects to the login and back.
        onSignedOut: () => void client.refetchQueries({ queryKey: currentUserQuery.queryKey }),
      }),
  );
  useEffect(() => {
    outbox.flush();
    window.addEventListener("online", outbox.flush);
    return () => {
      window.removeEventListener("online", outbox.flush);
      outbox.stop();
    };
  }, [outbox]);
  const state = useSyncExternalStore(outbox.subscribe, outbox.state);
  return { outbox, ...state };
};
