/** When two addresses are the same. Clients load this file too, before anything is shown: it imports nothing. */

/** All but the characters that normalization turns into ASCII: the Kelvin sign, the Greek question mark, and an accent. */
const FOLDED = /[^\u212A\u037E\u1FEF]+/gu;
/** Nearly every address. */
const ASCII = /^[\x20-\x7E]*$/;

/**
 * The form in which addresses are compared: regardless of case and of how accents are written, in every script. Names are folded
 * further (`kernel/db/names.ts`), but that makes one of what may be two people's mailboxes: `mıke@example.com` is not
 * `mike@example.com`. No character becomes another script's letter.
 */
export const addressKey = (address: string): string =>
  ASCII.test(address) ? address.toLowerCase() : address.replace(FOLDED, (text) => text.normalize("NFC").toLowerCase());
