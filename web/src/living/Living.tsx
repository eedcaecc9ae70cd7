/** What happens while nothing is pressed: the window's title and badge, notifications, presence. */
import type { Address } from "../address/address.ts";
import { useVersionWatch } from "../app/version.ts";
import { useSession } from "../state/session.tsx";
import { useBeingHere } from "./useBeingHere.ts";
import { useFavicon } from "./useFavicon.ts";
import { useNotifications } from "./useNotifications.ts";
import { useShared } from "./useShared.ts";
import { useSpokenNews } from "./useSpokenNews.ts";
import { useWindowTitle } from "./useWindowTitle.ts";

export function Living({ address }: { readonly address: Address }) {
  const { isVisitor } = useSession();
  useWindowTitle(address);
  useFavicon();
  useVersionWatch();
  return isVisitor ? null : <Taking address={address} />;
}

/** What only somebody with an account does. */
function Taking({ address }: { readonly address: Address }) {
  useBeingHere();
  useNotifications(address);
  useSpokenNews();
  useShared();
  return null;
}
