// Ten thousand copies of one request, a hundred at a time: one takes effect, and all get the same reply.
import type { ServiceKey } from "../../../apps/server/src/features/service-api/index.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import type { BenchRun } from "../figures/bench-run.ts";
import { openService } from "./movers.ts";

const AT_ONCE = 100;
const ACCOUNT = 2;
const AMOUNT = 7;

const readAccount = (url: string) =>
  withDatabase(url, (db) =>
    db
      .selectFrom("credit_account")
      .select(["available", "seq"])
      .where("id", "=", BigInt(ACCOUNT))
      .executeTakeFirstOrThrow(),
  );

export const sendCopies = async (
  { port, key, url }: { port: number; key: ServiceKey; url: string },
  copies: number,
): Promise<BenchRun> => {
  const before = await readAccount(url);
  const lines = await Promise.all(Array.from({ length: AT_ONCE }, () => openService(port, key)));
  const answers = new Map<string, number>();
  let firsts = 0;
  let left = copies;
  const startedMs = performance.now();
  const send = async (line: (typeof lines)[number]): Promise<void> => {
    while (left-- > 0) {
      const input = { account: ACCOUNT, kind: "grant", key: `copies-of-one-${copies}`, amount: AMOUNT } as const;
      const { status, body } = await line.post(input);
      const { is_replay: isReplay, ...answer } = JSON.parse(body);
      if (isReplay === false) firsts += 1;
      const text = `${status} ${JSON.stringify(answer)}`;
      answers.set(text, (answers.get(text) ?? 0) + 1);
    }
  };
  await Promise.all(lines.map(send));
  const seconds = (performance.now() - startedMs) / 1_000;
  for (const line of lines) line.close();
  const after = await readAccount(url);
  const movements = after.seq - before.seq;
  const isRight = answers.size === 1 && firsts === 1 && movements === 1n && after.available === before.available + 7n;
  process.stdout.write(
    `${copies} copies of one key, ${AT_ONCE} at a time, ${(copies / seconds).toFixed(0)}/s: ${movements} movement, ` +
      `${answers.size} different answer, ${firsts} of them the first\n`,
  );
  if (!isRight) for (const [text, count] of [...answers].slice(0, 5)) process.stdout.write(`  ${count} × ${text}\n`);
  return {
    figures: [
      { id: "ledger.copies.effects", value: Number(movements) },
      { id: "ledger.copies.answers", value: answers.size },
    ],
    voids: [],
    faults: isRight ? [] : ["copies of one call were not answered as one"],
  };
};
