const MAX_LENGTH = 28;

/** `text: HELLO` up to the end of the phrase, quoted words, or capitals after a verb such as "spells". */
const REQUESTS = [
  /\btext:\s*["“]?([^"”\n,;.]+)/iu,
  /["“]([^"”\n]+)["”]/u,
  /\b(?:spells?|says?|reads?|reading|written|word|words)\s+([\p{Lu}\d][\p{Lu}\d !?&-]*)(?![\p{Ll}])/u,
] as const;

/** The words that a prompt asks to see in the picture. */
export const requestedText = (prompt: string): string | undefined => {
  for (const request of REQUESTS) {
    const words = request.exec(prompt)?.[1]?.replaceAll(/\s+/g, " ").trim();
    if (words) return [...words].slice(0, MAX_LENGTH).join("");
  }
  return undefined;
};
