/** Background activity: the window title and badge, notifications, presence. */
import type { Address } from "../address/address.ts";
import { useVersionWatch } from "../app/version.ts";
import { later } from "../parts/later.tsx";
import { useWindowTitle } from "./useWindowTitle.ts";

const Telling = later(() => import("./Telling.tsx").then((loaded) => loaded.Telling));

export function Living({ address }: { readonly address: Address }) {
  useWindowTitle(address);
  useVersionWatch();
  return <Telling address={address} />;
}
