/** What can wait until the first view is shown: the window title and icon, notifications, presence, newer versions. */
import type { Address } from "../address/address.ts";
import { useVersionWatch } from "../app/watch-version.ts";
import { useSession } from "../state/session.tsx";
import { useBeingHere } from "./useBeingHere.ts";
import { useDesktopApp } from "./useDesktopApp.ts";
import { useFavicon } from "./useFavicon.ts";
import { useNotifications } from "./useNotifications.ts";
import { useOwnTimeZone } from "./useOwnTimeZone.ts";
import { useShared } from "./useShared.ts";
import { useSpokenNews } from "./useSpokenNews.ts";
import { useWindowTitle } from "./useWindowTitle.ts";

export function Telling({ address }: { readonly address: Address }) {
  const { isVisitor } = useSession();
  useWindowTitle(address);
  useFavicon();
  useVersionWatch();
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
