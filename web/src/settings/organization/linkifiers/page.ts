/** Linkifiers: texts such as ticket numbers that become links in messages and topics. */
import type { SettingsPage } from "../../page.ts";

export const linkifiersPage: SettingsPage = {
  address: { kind: "organization", section: "linkifier-settings" },
  name: "address.linkifiers",
  about: "linkifiers.about",
  icon: "link",
  groups: [],
  landmarks: [
    { key: "try-linkifiers", label: "linkifiers.try", words: "linkifiers.tryWords" },
    { key: "linkifiers", label: "linkifiers.list", words: "linkifiers.listWords" },
  ],
  load: () => import("./Linkifiers.tsx").then(({ Linkifiers }) => Linkifiers),
};
