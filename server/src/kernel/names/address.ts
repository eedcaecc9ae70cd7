/** What may be called an address, and when two are the same. */
import { UNPRINTABLE } from "./printable.ts";

const ADDRESS =
  /^[^\s@<>()[\],;:\\"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const MAX_ADDRESS_LENGTH = 254;

export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text) && !UNPRINTABLE.test(text);

/**
 * The form in which addresses are compared: only the case of A to Z is ignored. Names are folded further (`kernel/db/names.ts`), but
 * that makes one of what may be two people's mailboxes: `mıke@example.com` is not `mike@example.com`.
 */
export const addressKey = (address: string): string => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
