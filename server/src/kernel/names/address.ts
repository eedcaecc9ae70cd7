/** What may be called an address. */
import { UNPRINTABLE } from "./printable.ts";

const ADDRESS =
  /^[^\s@<>()[\],;:\\"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const MAX_ADDRESS_LENGTH = 254;

export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text) && !UNPRINTABLE.test(text);
