import { type PerformerAdapter, ProviderError, type ProviderState } from "../requests/adapter.ts";

const MIN_LENGTH = 4;

/**
 * Redacts the secret from provider messages, for all adapters: providers quote the key they refuse, and their messages are
 * shown to users who may not know it.
 */
export const withoutSecret = (adapter: PerformerAdapter, secret: string | undefined): PerformerAdapter => {
  const parts = [secret ?? "", ...(secret ?? "").split(/\s+/)].filter((part) => part.length >= MIN_LENGTH);
  if (parts.length === 0) return adapter;
  const hide = (words: string): string => parts.reduce((text, part) => text.replaceAll(part, "(secret)"), words);
  const clean = (state: ProviderState): ProviderState =>
    state.error ? { ...state, error: { ...state.error, message: hide(state.error.message) } } : state;
  const hideIn = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { fault, retryAfterMs } = error;
      const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
      throw new ProviderError(fault, hide(error.message), { ...wait, cause: error.cause });
    }
  };
  return {
    ...adapter,
    submit: (call, options) =>
      hideIn(async () => {
        const { externalId, state } = await adapter.submit(call, options);
        return { externalId, state: clean(state) };
      }),
    poll: (id, signal) => hideIn(async () => clean(await adapter.poll(id, signal))),
    fetch: (id, signal) => hideIn(() => adapter.fetch(id, signal)),
    cancel: (id, signal) => hideIn(() => adapter.cancel(id, signal)),
    test: (signal) => hideIn(async () => hide(await adapter.test(signal))),
  };
};
