/** Code playgrounds: sites that run the code blocks of a language. */
import type { SettingsPage } from "../../page.ts";

export const playgroundsPage: SettingsPage = {
  address: { kind: "organization", section: "playground-settings" },
  name: "address.playgrounds",
  about: "playgrounds.about",
  icon: "code",
  groups: [],
  landmarks: [{ key: "add-playground", label: "playgrounds.add", words: "playgrounds.addWords" }],
  load: () => import("./Playgrounds.tsx").then(({ Playgrounds }) => Playgrounds),
};
