import { useState } from "react";
import { newRequestKey } from "../../lib/api/request-key.ts";

interface RequestKeys {
  keyOf(choice: string): string;
  forget(choice: string): void;
}

/** One idempotency key per choice, the same until its response arrives: a second click does not create a second export. */
export const useRequestKeys = (): RequestKeys => {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  return {
    keyOf: (choice) => {
      const key = keys[choice] ?? newRequestKey();
      setKeys((now) => ({ ...now, [choice]: key }));
      return key;
    },
    forget: (choice) => setKeys(({ [choice]: _done, ...rest }) => rest),
  };
};
