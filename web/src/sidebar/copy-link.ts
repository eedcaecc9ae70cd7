/** Copies a shareable link. */
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
    // The browser denies clipboard access: show the link to copy by hand.
    showToast({ text: link });
  }
}
