import type { SignOnRefusal } from "@dailies/contract";

/** Why a person whom the provider knows is refused here. The callback turns it into a redirect with its reason. */
export class SignOnFault extends Error {
  readonly why: SignOnRefusal;
  constructor(why: SignOnRefusal) {
    super(`single sign-on was refused: ${why}`);
    this.name = "SignOnFault";
    this.why = why;
  }
}
