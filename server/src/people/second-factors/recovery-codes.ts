/** Recovery codes: each replaces the second factor once, for people who have lost it. */
import { randomInt } from "node:crypto";
import type { UserId } from "../../kernel/api/ids.ts";
import type { App } from "../../kernel/context.ts";

export const RECOVERY_CODES = 10;

/** Without letters that look like digits or like each other. 50 bits: too many to guess, within the limits on attempts. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });
}

/** People type codes with other dashes, in capitals, and with letters that the alphabet leaves out. */
const plain = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");

/** Keyed, so that the codes cannot be found by whoever gets the table alone. */
export const recoveryCodeHash = ({ secrets }: Pick<App, "secrets">, userId: UserId, code: string): string =>
  secrets.keyedHash("recovery code", `${userId} ${plain(code)}`);
