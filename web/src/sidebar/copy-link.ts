/** Copies a shareable link. */
import type { State } from "@parley/client";
import { copy } from "../actions/copy.ts";
import type { Address } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { t } from "../text/text.ts";

export const copyLink = (address: Address, state: State): Promise<void> =>
  copy(`${location.origin}/#${fragmentOf(address, state, { isForOthers: true })}`, t("rowMenus.linkCopied"));
