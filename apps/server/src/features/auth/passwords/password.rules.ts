/** Why a password is refused, as a message for its owner. There are no composition rules. */
export const passwordFault = (
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
): string | undefined => {
  const plain = password.normalize("NFKC").toLowerCase();
  if (isCommon(plain, common)) return "this password is among the first that are tried, please choose another";
  if (names.some((name) => name.length >= 3 && plain.includes(name.toLowerCase()))) {
    return "the password must not contain your username";
  }
  return undefined;
};

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
