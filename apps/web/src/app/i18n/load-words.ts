import i18next from "i18next";
import type { WordGroup } from "./word-groups.ts";

const loadWords = (groups: readonly WordGroup[]): Promise<void> =>
  new Promise((resolve, reject) => {
    void i18next.loadNamespaces(groups, (errors: unknown) => {
      const [error] = Array.isArray(errors) ? errors : [errors];
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * A module and the words it says, fetched side by side: nothing is drawn before both are there. A later change of
 * language fetches the same groups anew.
 */
export const loadWithWords = async <T>(groups: readonly WordGroup[], load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadWords(groups)]);
  return loaded;
};
