/** The account of someone who signs in. */
import type { OpenContext } from "../../kernel/context.ts";
import type { UserRow } from "../users/present.ts";

export interface SignInAccount extends UserRow {
  readonly password_hash: string | null;
  readonly has_second_factor: boolean;
  readonly has_provider_factor: boolean;
}

/** Changes with the password, and says nothing about it. */
export const credentialOf = ({ app }: Pick<OpenContext, "app">, { password_hash }: SignInAccount): string =>
  app.secrets.keyedHash("credential", password_hash ?? "");
