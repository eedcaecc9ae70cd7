/** The address of a channel for email, with what is posted of it. */

export const EMAIL_OPTIONS = ["show-sender", "include-footers", "include-quotes", "prefer-html"] as const;
export type EmailOption = (typeof EMAIL_OPTIONS)[number];

/** The server shows the sender unless another address is made of its own. */
export const FIRST_OPTIONS: readonly EmailOption[] = ["show-sender"];

export function withOptions(address: string, chosen: readonly EmailOption[]): string {
  const at = address.lastIndexOf("@");
  const words = address.slice(0, at).split(".");
  const key = words.filter((word) => !EMAIL_OPTIONS.some((option) => option === word));
  const options = EMAIL_OPTIONS.filter((option) => chosen.includes(option));
  return `${[...key, ...options].join(".")}${address.slice(at)}`;
}
