/** Accounts elsewhere that a field can be for without being set up: their label and address are known. */
import { FieldTypeId } from "./types.ts";

/** Stands in an address for what a user has written. */
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

/** Which of them a field is for, if it is for one. */
export function knownAccount(
  type: number,
  data: Readonly<Record<string, unknown>> | null,
): ExternalAccount | undefined {
  const subtype = type === FieldTypeId.externalAccount ? data?.subtype : undefined;
  return typeof subtype === "string" && Object.hasOwn(externalAccounts, subtype)
    ? externalAccounts[subtype]
    : undefined;
}
