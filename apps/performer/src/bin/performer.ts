import { readOptions } from "../environment.ts";
import { startPerformer } from "../performer.ts";

const write = (level: string, msg: string, detail: object): void => {
  const told = Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, value instanceof Error ? value.message : value]),
  );
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...told, msg })}\n`);
};

const performer = await startPerformer(readOptions(), (message, detail) => write("error", message, detail));
write("info", "listening", { address: performer.url });
performer.prebuild().catch((error: unknown) => write("error", "the prebuilt clips could not be rendered", { error }));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void performer.close().then(() => process.exit(0)));
}
