const SECRET_KEYS: ReadonlySet<string> = new Set([
  "api_key",
  "apikey",
  "authorization",
  "aws_secret_access_key",
  "awssecretaccesskey",
  "code",
  "code_hash",
  "codehash",
  "cookie",
  "current_password",
  "currentpassword",
  "password",
  "password_hash",
  "passwordhash",
  "sealed_secret",
  "sealedsecret",
  "secret",
  "secret_access_key",
  "secret_key",
  "secretaccesskey",
  "secretkey",
  "set-cookie",
  "smtp_url",
  "smtpurl",
  "token",
  "token_hash",
  "tokenhash",
]);

const REDACTED = "[redacted]";
const MAX_DEPTH = 6;
const MAX_CAUSES = 4;
const URL_CREDENTIALS = /\/\/[^/\s@]+@/g;
const SIGNED_VALUES = /(x-amz-(?:signature|credential|security-token)=)[^&\s"'<>]+/gi;

type Fields = Record<string, unknown>;

/** A copy for the log: fields named like secrets are redacted at any depth, and URLs lose credentials and signatures. */
export const withoutSecrets = (fields: Fields): Fields => redactFields(fields, 0);

const redactFields = (fields: Fields, depth: number): Fields => {
  const clean: Fields = {};
  for (const key in fields) clean[key] = isSecret(key) ? REDACTED : redactValue(fields[key], depth);
  return clean;
};

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return withoutCredentials(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  // An Error keeps its prototype for the serializer below; a Date or a Buffer has no named fields.
  return isPlain(value) ? redactFields(value, depth + 1) : value;
};

const isSecret = (key: string): boolean => SECRET_KEYS.has(key) || SECRET_KEYS.has(key.toLowerCase());

const isPlain = (value: object): value is Fields => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

export const withoutCredentials = (value: string): string =>
  (value.includes("://") ? value.replace(URL_CREDENTIALS, `//${REDACTED}@`) : value).replace(
    SIGNED_VALUES,
    `$1${REDACTED}`,
  );

/** Only these fields of an error are logged: libraries attach requests, rows and whole configurations to it. */
export const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutCredentials(error) : typeof error;
  return {
    type: error.name === "Error" ? error.constructor.name : error.name,
    message: withoutCredentials(error.message),
    ...("code" in error && { code: error.code }),
    stack: error.stack && withoutCredentials(error.stack),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
};
