/** The account of someone who signs in. */
import type { OpenContext } from "../../kernel/context.ts";
import type { UserRow } from "../users/present.ts";

export interface SignInAccount extends UserRow {
  readonly password_hash: string | null;
  readonly has_second_factor: boolean;
  readonly has_provider_factor: boolean;
}

/**
 * What must still be the same when a sign-in goes on. Changes with the password, of which it says nothing, and when the account gets
 * its first second factor or loses its last: what was proven without one does not count any more.
 */
export const credentialOf = (
  { app }: Pick<OpenContext, "app">,
  { password_hash, has_second_factor }: SignInAccount,
): string => app.secrets.keyedHash("credential", `${has_second_factor ? "with" : "without"} ${password_hash ?? ""}`);
