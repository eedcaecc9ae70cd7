/** The window title: the view, its parent, and the unread count. */
import { useEffect } from "react";
import type { Address } from "../address/address.ts";
import { titleOf, windowTitle } from "../address/title.ts";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { pieceText } from "../text/pieces.ts";
import { titleCount } from "./badge.ts";

export function useWindowTitle(address: Address): void {
  const organization = useRealm("realm_name");
  const title = useStore((state) => {
    const { heading, above } = titleOf(address, state);
    const pieces = [heading, ...(above ? [above] : [])].map(pieceText);
    return windowTitle({ count: titleCount(state), pieces, organization });
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
