/** What can wait until the first view is shown: the icon, notifications, presence. */
import type { Address } from "../address/address.ts";
import { useSession } from "../state/session.tsx";
import { useBeingHere } from "./useBeingHere.ts";
import { useDesktopApp } from "./useDesktopApp.ts";
import { useFavicon } from "./useFavicon.ts";
import { useNotifications } from "./useNotifications.ts";
import { useOwnTimeZone } from "./useOwnTimeZone.ts";
import { useShared } from "./useShared.ts";
import { useSpokenNews } from "./useSpokenNews.ts";

export function Telling({ address }: { readonly address: Address }) {
  const { isVisitor } = useSession();
  useFavicon();
  return isVisitor ? null : <Taking address={address} />;
}

/** For signed-in users only. */
function Taking({ address }: { readonly address: Address }) {
  useBeingHere();
  useOwnTimeZone();
  useNotifications(address);
  useSpokenNews();
  useShared();
  useDesktopApp();
  return null;
}
