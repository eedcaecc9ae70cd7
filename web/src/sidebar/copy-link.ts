/** A link to a place here, as it is given to others. */
import type { State } from "@parley/client";
import type { Address } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

export async function copyLink(address: Address, state: State): Promise<void> {
  const link = `${location.origin}/#${fragmentOf(address, state, { isForOthers: true })}`;
  try {
    await navigator.clipboard.writeText(link);
    showToast({ text: t("sidebar.linkCopied") });
  } catch {
    // Browsers that keep the clipboard to themselves: the reader can copy it from here.
    showToast({ text: link });
  }
}
