/** What must not appear in a log: email addresses, signing keys, and the secrets of the environment. */
const ADDRESS = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;
const SIGNING_SECRET = /\b(?:dks|whsec|sk_live|sk_test)_[\w-]{6,}/;
const SECRET_NAME = /SECRET|PASSWORD|TOKEN/;
const SHORTEST_SECRET = 8;

const secretsOf = (environment: NodeJS.ProcessEnv): string[] => {
  const named = Object.entries(environment).filter(([name]) => name.startsWith("DAILIES_"));
  const passwords = named.flatMap(([, value = ""]) => (URL.canParse(value) ? [new URL(value).password] : []));
  const secrets = named.flatMap(([name, value = ""]) => (SECRET_NAME.test(name) ? [value] : []));
  return [...passwords, ...secrets].filter(({ length }) => length >= SHORTEST_SECRET);
};

/** The log lines that leak something. */
export const findLeaks = (log: string, environment: NodeJS.ProcessEnv, more: readonly string[] = []): string[] => {
  const secrets = [...secretsOf(environment), ...more];
  return log
    .split("\n")
    .filter(
      (line) => ADDRESS.test(line) || SIGNING_SECRET.test(line) || secrets.some((secret) => line.includes(secret)),
    );
};
