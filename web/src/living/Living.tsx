/** What happens while nothing is pressed: the window's title and badge, notifications, presence. */
import type { Address } from "../address/address.ts";

export function Living(_: { readonly address: Address }) {
  return null;
}
