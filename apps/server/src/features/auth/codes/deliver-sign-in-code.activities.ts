import { randomInt } from "node:crypto";
import { CODE_LENGTH } from "@dailies/contract";
import type { Clock } from "../../../platform/clock.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail.ts";
import { hashSignInCode } from "./sign-in-code.rules.ts";
import { findSignInCodeForDelivery, storeCodeHash } from "./sign-in-code.store.ts";
import { signInCodeMail } from "./sign-in-code-mail.ts";

export interface DeliverSignInCodeInput {
  readonly codeRequestId: string;
  readonly requestId: string;
}

export interface DeliverSignInCodeDeps {
  readonly db: Db;
  readonly mailer: Pick<Mailer, "send">;
  readonly secretKeys: SecretKeys;
  readonly clock: Clock;
}

export const deliverSignInCodeActivities = ({ db, mailer, secretKeys, clock }: DeliverSignInCodeDeps) => ({
  /** Generates the code here, so that neither a row nor a workflow history ever contains it. A retry generates a new one. */
  async deliverSignInCode({ codeRequestId }: DeliverSignInCodeInput): Promise<void> {
    const recipient = await findSignInCodeForDelivery(db, { id: codeRequestId, now: clock() });
    if (!recipient) return;

    const code = randomInt(10 ** CODE_LENGTH)
      .toString()
      .padStart(CODE_LENGTH, "0");
    const isStored = await storeCodeHash(db, codeRequestId, hashSignInCode(secretKeys.current, codeRequestId, code));
    if (isStored) await mailer.send(signInCodeMail(recipient.email, code));
  },
});

export type DeliverSignInCodeActivities = ReturnType<typeof deliverSignInCodeActivities>;
