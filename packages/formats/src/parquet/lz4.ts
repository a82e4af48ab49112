import { FormatFault } from "../format-fault.ts";

const broken = (at: number): FormatFault =>
  new FormatFault("malformed", "an LZ4 page of the Parquet file is invalid", at);

interface State {
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  at: number;
  to: number;
}

/** 15 means that more length bytes follow, each 255 except the last. */
const readLength = (state: State, nibble: number): number => {
  let length = nibble;
  if (nibble < 15) return length;
  for (;;) {
    const byte = state.input[state.at];
    if (byte === undefined) throw broken(state.at);
    state.at += 1;
    length += byte;
    if (byte !== 255) return length;
  }
};

const copyLiterals = (state: State, length: number): void => {
  if (state.at + length > state.input.length || state.to + length > state.output.length) throw broken(state.at);
  state.output.set(state.input.subarray(state.at, state.at + length), state.to);
  state.at += length;
  state.to += length;
};

const copyMatch = (state: State, nibble: number): void => {
  if (state.at + 2 > state.input.length) throw broken(state.at);
  const distance = (state.input[state.at] ?? 0) + (state.input[state.at + 1] ?? 0) * 256;
  state.at += 2;
  const length = readLength(state, nibble) + 4;
  if (distance === 0 || distance > state.to || state.to + length > state.output.length) throw broken(state.at);
  // The copy may overlap its own output, which repeats the pattern.
  for (let place = 0; place < length; place += 1)
    state.output[state.to + place] = state.output[state.to - distance + place] ?? 0;
  state.to += length;
};

/** Decompresses a raw LZ4 block to exactly `bytes` bytes. */
export const inflateLz4 = (input: Uint8Array, bytes: number): Uint8Array => {
  const state: State = { input, output: new Uint8Array(bytes), at: 0, to: 0 };
  while (state.at < input.length) {
    const token = input[state.at] ?? 0;
    state.at += 1;
    copyLiterals(state, readLength(state, token >> 4));
    if (state.at < input.length) copyMatch(state, token & 15);
  }
  if (state.to !== bytes) throw broken(state.at);
  return state.output;
};
