import i18next from "i18next";

const loadWords = (groups: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    void i18next.loadNamespaces(groups, (errors: unknown) => {
      const [error] = Array.isArray(errors) ? errors : [errors];
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * Loads a module and its translations in parallel and renders only when both have loaded. A later language change loads the
 * same groups again.
 */
export const loadWithWords = async <T>(groups: readonly string[], load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadWords(groups)]);
  return loaded;
};
