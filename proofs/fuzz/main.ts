/** The fuzzer with the given name, else that of the whole API; each is loaded on its own. */
const FUZZERS: Record<string, (flags: readonly string[]) => Promise<boolean>> = {
  formats: async (flags) => await (await import("./formats/fuzz-formats.ts")).fuzzFormats(flags),
  api: async (flags) => await (await import("./fuzz-api.ts")).fuzzApi(flags),
};

const [name = "", ...flags] = process.argv.slice(2);
const fuzzer = FUZZERS[name];
const isClean = fuzzer ? await fuzzer(flags) : await FUZZERS.api?.(process.argv.slice(2));
process.exitCode = isClean ? 0 : 1;
