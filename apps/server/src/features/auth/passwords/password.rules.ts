/** Words that say nothing but which console a password is for; an operator adds those of the organisation. */
export const PRODUCT_WORDS = ["dailies"] as const;
/** Shorter names and words are in nearly every passphrase. */
const MIN_WORD = 3;

/** Why a password is refused, as a message for its owner. There are no composition rules. */
export const passwordFault = (
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
  words: readonly string[] = [],
): string | undefined => {
  const plain = password.normalize("NFKC").toLowerCase();
  if (isCommon(plain, common)) return "this password is among the first that are tried, please choose another";
  if (findWord(plain, names) !== undefined) return "the password must not contain your username";
  const word = findWord(plain, [...PRODUCT_WORDS, ...words]);
  return word === undefined ? undefined : `the password must not contain "${word}": such words are tried first`;
};

const findWord = (plain: string, words: readonly string[]): string | undefined =>
  words.find((word) => word.trim().length >= MIN_WORD && plain.includes(word.normalize("NFKC").trim().toLowerCase()));

const isCommon = (plain: string, common: ReadonlySet<string>): boolean =>
  isDecorated(plain, common) || isRepeated(plain, common) || isRun(plain);

const MAX_ADDED = 4;
const MAX_ADDED_TO_LETTERS = 8;

/** A listed password, or one with a few characters added at either end. */
const isDecorated = (plain: string, common: ReadonlySet<string>): boolean => {
  for (let front = 0; front <= MAX_ADDED; front++) {
    for (let back = 0; front + back <= MAX_ADDED; back++) {
      if (common.has(plain.slice(front, plain.length - back))) return true;
    }
  }
  const letters = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return plain.length - letters.length <= MAX_ADDED_TO_LETTERS && common.has(letters);
};

/** A short pattern repeated, or a listed password twice. */
const isRepeated = (plain: string, common: ReadonlySet<string>): boolean => {
  for (let size = 1; size <= plain.length / 2; size++) {
    const piece = plain.slice(0, size);
    const isWhole = piece.repeat(Math.ceil(plain.length / size)).startsWith(plain);
    if (isWhole && (size <= MAX_ADDED || common.has(piece))) return true;
  }
  return false;
};

const RUNS = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm"];

const isRun = (plain: string): boolean =>
  RUNS.some((run) => run.includes(plain) || [...run].reverse().join("").includes(plain));
