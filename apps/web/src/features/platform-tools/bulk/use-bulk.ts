import { type BulkLine, creditsRoutes } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { creditsCalls } from "../../../lib/api/clients/credits.ts";
import { useIdempotentMutation } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { useOperatorCheck } from "../../../shared/operator-check.ts";
import { useRenewTools } from "../tools.queries.ts";

const input = creditsRoutes.grantInBulk.body.omit({ dry_run: true, bulk_key: true });
export type BulkInput = z.output<typeof input>;

type Step =
  | { at: "enter" }
  | { at: "preview"; input: BulkInput; lines: BulkLine[] }
  | { at: "report"; lines: BulkLine[] };

/** Enter, preview, grant, report. One idempotency key for all lines, from their selection to the response. */
export const useBulk = () => {
  const [step, setStep] = useState<Step>({ at: "enter" });
  const [unread, setUnread] = useState<readonly BulkLine[]>([]);
  const check = useOperatorCheck(creditsRoutes.grantInBulk.access);
  const renew = useRenewTools();

  const once = useIdempotentMutation({
    act: "tools.bulk-grant",
    access: creditsRoutes.grantInBulk.access,
    schema: input,
    send: (body, key) => creditsCalls.grantInBulk({ body: { ...body, dry_run: false, bulk_key: key } }),
    onDone: ({ lines }) => {
      setStep({ at: "report", lines: [...lines, ...unread] });
      setUnread([]);
      renew();
    },
  });

  const { mutateAsync: preview } = useMutation({
    mutationFn: async (body: BulkInput) => {
      await check();
      return creditsCalls.grantInBulk({ body: { ...body, dry_run: true, bulk_key: once.begin() } });
    },
  });

  return {
    step,
    once,
    /** Different lines get a new idempotency key. */
    choose: (): void => {
      once.giveUp();
      once.begin();
    },
    /** Unreadable lines are not sent, but stay listed in every table. */
    preview: async (body: BulkInput, faults: readonly BulkLine[]): Promise<void> => {
      const { lines } = await preview(body);
      setUnread(faults);
      setStep({ at: "preview", input: body, lines: [...lines, ...faults] });
    },
    back: (): void => setStep({ at: "enter" }),
  };
};

export type Bulk = ReturnType<typeof useBulk>;
