/** What may be called an address, and when two are the same. */
import { UNPRINTABLE } from "./printable.ts";

const ADDRESS =
  /^[^\s@<>()[\],;:\\"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const MAX_ADDRESS_LENGTH = 254;

export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text) && !UNPRINTABLE.test(text);

/** All but the characters that normalization turns into ASCII: the Kelvin sign, the Greek question mark, and an accent. */
const FOLDED = /[^\u212A\u037E\u1FEF]+/gu;

/**
 * The form in which addresses are compared: regardless of case and of how accents are written, in every script. Names are folded
 * further (`kernel/db/names.ts`), but that makes one of what may be two people's mailboxes: `mıke@example.com` is not
 * `mike@example.com`. No character becomes another script's letter.
 */
export const addressKey = (address: string): string =>
  address.replace(FOLDED, (text) => text.normalize("NFC").toLowerCase());
