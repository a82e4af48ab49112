import { fileOf } from "../subject.ts";
import type { HostileFile } from "./hostile-file.ts";

const said = (subject: string, text: string, name = text): HostileFile => ({
  subject,
  name: `${subject}: ${name.slice(0, 40)}`,
  files: new Map([fileOf("text.txt", text)]),
  expected: ["read", "malformed", "missing", "unsupported", "too_large", "outside"],
});

const WHERES = [
  "1=1; drop table items",
  "a = 'x' -- comment",
  "a = 'x' /* y */",
  "a = (select secret from users)",
  '"a\u0000b" = 1',
  "a = '\u202e'",
  "a = 1e999",
  "a IN ()",
  "a BETWEEN 2 AND",
  "__proto__ = 1",
  `${"(".repeat(2_000)}a = 1`,
  `${"NOT ".repeat(1_000)}a = 1`,
  Array.from({ length: 600 }, () => "a=1").join(" OR "),
  `a IN (${"1,".repeat(1_900)}1)`,
  `a = '${"'".repeat(3_000)}`,
];
const RANGES = [
  "bytes=0-0,1-1",
  "bytes=-0",
  "bytes=5-1",
  "bytes=99999999999999999999-",
  "bytes=0-9007199254740993",
  "bytes= 0 - 5",
  "bytes=--5",
  "lines=0-5",
  "bytes=0x10-",
  `bytes=${"0".repeat(4_000)}-`,
];
const NAMES = [
  "a-{000000..99999999999}.tar",
  `${"{0..9}".repeat(12)}.tar`,
  "{".repeat(5_000),
  "{0..99998}".repeat(300),
  "{9..0}.tar",
  "{a..}.tar",
];
const INDEXES = [
  "v1.2 99999999999\n",
  "v1.2 1\nmp4 -5 10 a\n",
  "v9.9 1\n",
  "v1.2 2\nmp4 512 99999999999999999999 a\n",
  "v1.1 1\n",
];

export const wordFiles = (): HostileFile[] => [
  ...WHERES.map((text) => said("where", text)),
  ...RANGES.map((text) => said("range", text)),
  ...NAMES.map((text) => said("shard names", text)),
  ...INDEXES.map((text) => said("tar index", text)),
];
