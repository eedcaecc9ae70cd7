/** External accounts with a built-in label and URL. */
import { FieldTypeId } from "./types.ts";

/** The placeholder for the user's value in a URL pattern. */
export const USERNAME = "%(username)s";

interface ExternalAccount {
  readonly name: string;
  readonly text: string;
  readonly hint: string;
  readonly url_pattern: string;
}

export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  twitter: {
    name: "Twitter username",
    text: "Twitter",
    hint: "",
    url_pattern: `https://twitter.com/${USERNAME}`,
  },
  github: { name: "GitHub username", text: "GitHub", hint: "", url_pattern: `https://github.com/${USERNAME}` },
};

/** The built-in account that a field is for, if any. */
export function knownAccount(
  type: number,
  data: Readonly<Record<string, unknown>> | null,
): ExternalAccount | undefined {
  const subtype = type === FieldTypeId.externalAccount ? data?.subtype : undefined;
  return typeof subtype === "string" && Object.hasOwn(externalAccounts, subtype)
    ? externalAccounts[subtype]
    : undefined;
}
